import { expect, test } from 'vitest'
import { getInvites } from '../../api/endpoints/invites.ts'
import { updateRealm } from '../../api/endpoints/realm.ts'
import { OWNER } from '../template.ts'
import { useServer } from '../use-server.ts'
import { problemsOf } from './accessible.ts'
import { type AppPage, PHONE } from './app-page.ts'
import { useApp } from './use-app.ts'

const { server, ann } = useServer({ members: ['ann'], channel: 'general' })
const { app, browser, openApp } = useApp(server, OWNER)

const organizationMenu = async ({ page }: AppPage) => {
  await page.getByRole('button', { name: server.realm.name, exact: true }).click()
  await page.getByRole('menu').waitFor()
}
const invite = async (one: AppPage) => {
  await organizationMenu(one)
  await one.page.getByRole('menuitem', { name: 'Invite people' }).click()
  await one.page.getByRole('dialog', { name: 'Invite people' }).waitFor()
}
const links = async () => (await server.owner.call(getInvites, {})).invites.filter((one) => one.is_multiuse)

test('a link lets somebody in, and a change makes a new one', async () => {
  const { page } = app
  await invite(app)
  const link = page.getByRole('textbox', { name: 'Link' })
  await expect.poll(() => link.inputValue()).toContain('/join/')
  expect(await problemsOf(page)).toEqual([])
  const first = await link.inputValue()
  // Another visit shows the same link, and does not leave one more behind.
  await page.reload()
  await invite(app)
  await expect.poll(() => link.inputValue()).toBe(first)
  await page.getByRole('combobox', { name: 'They join as' }).selectOption({ label: 'Guest' })
  await expect.poll(() => link.inputValue()).not.toBe(first)
  await expect.poll(() => link.inputValue()).toContain('/join/')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByText('The link is on your clipboard.').waitFor()
  // The one that nobody has copied is gone.
  expect((await links()).map((one) => one.invited_as)).toEqual([600])
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(server.url + new URL(await link.inputValue()).pathname)
  await visitor.getByLabel('Email').waitFor()
  await visitor.close()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke' }).waitFor({ state: 'detached' })
  expect(await links()).toEqual([])
  await page.getByRole('button', { name: 'Done' }).click()
})

test('people are invited by email, and a wrong address is named', async () => {
  const { page } = app
  await invite(app)
  await page.getByRole('tab', { name: 'Email' }).click()
  const emails = page.getByRole('textbox', { name: 'Email addresses' })
  await emails.fill('sam@example.net, aino@example.net, ravi@lantern')
  expect(await problemsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Send 2 invitations' }).click()
  await page.getByRole('alert').filter({ hasText: 'ravi@lantern is no email address.' }).waitFor()
  await emails.fill('')
  await emails.pressSequentially('sam@example.net ravi@lantern,')
  expect(await problemsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove ravi@lantern' }).click()
  await page.getByRole('button', { name: 'Send 1 invitation', exact: true }).click()
  await page.getByRole('dialog', { name: 'Invite people' }).waitFor({ state: 'detached' })
  const { invites } = await server.owner.call(getInvites, {})
  expect(invites.flatMap((one) => one.email ?? [])).toEqual(['sam@example.net'])
})

test('a refusal of the server stays in the dialog with what was typed', async () => {
  const { page } = app
  await invite(app)
  await page.getByRole('tab', { name: 'Email' }).click()
  const emails = page.getByRole('textbox', { name: 'Email addresses' })
  await emails.fill(ann.email)
  await page.getByRole('button', { name: 'Send 1 invitation', exact: true }).click()
  await page.getByRole('dialog', { name: 'Invite people' }).getByRole('alert').waitFor()
  expect(await emails.inputValue()).toBe(ann.email)
  await page.getByRole('button', { name: 'Close' }).click()
})

test('who may not invite is not offered to', async () => {
  const nobody = { new: server.realm.groups.system('role:nobody').id }
  await server.owner.call(updateRealm, { can_invite_users_group: nobody, create_multiuse_invite_group: nobody })
  const other = await openApp(ann, { viewport: PHONE, colorScheme: 'dark' })
  await other.go('#channels')
  await organizationMenu(other)
  await other.page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  expect(await other.page.getByRole('menuitem', { name: 'Invite people' }).count()).toBe(0)
})

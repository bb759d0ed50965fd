import type { CaseGroup } from './case.ts'

export const me: CaseGroup = {
  title: 'Words at the start',
  about: 'Words after a slash; all others are text.',
  cases: [
    {
      name: 'command: an action',
      source: '/me waves',
      html: '<p>/me waves</p>',
      says: { isMeMessage: true },
      shown: true,
    },
    {
      name: 'command: an action with a mention',
      source: '/me greets @**Iago**',
      html: '<p>/me greets <span class="user-mention" data-user-id="10">@Iago</span></p>',
      says: { isMeMessage: true },
    },
    { name: 'command: without the blank', source: '/meets', html: '<p>/meets</p>', says: { isMeMessage: false } },
    { name: 'command: without a text', source: '/me', html: '<p>/me</p>', says: { isMeMessage: false } },
    {
      name: 'command: not at the start',
      source: 'x /me waves',
      html: '<p>x /me waves</p>',
      says: { isMeMessage: false },
    },
    {
      name: 'command: over two lines',
      source: '/me waves\nand goes',
      html: '<p>/me waves<br>\nand goes</p>',
      says: { isMeMessage: true },
    },
    { name: 'command: any other word', source: '/ping /dark /shrug', html: '<p>/ping /dark /shrug</p>' },
  ],
}

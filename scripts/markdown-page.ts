import { groups } from '../test/markdown/cases/all.ts'
import type { Case, CaseGroup } from '../test/markdown/cases/case.ts'
import { displayHtml } from './display-html.ts'

const HEAD = `# Writing messages

This page shows what you type and what everyone sees. You need to learn nothing before your first message: plain text
stays plain text, and every line break stays a line break. HTML has no effect, and no character needs an escape.
Anything that is not on this page stays as you typed it.

<!-- Written by npm run generate from the cases in test/markdown/cases that are meant to be shown. -->`

/** Additional text for users, by the title of the group. */
const MORE: Readonly<Record<string, string>> = {
  'Links as they are':
    'A full stop or a bracket after an address is not part of it, and file names such as `notes.md` do not become links.',
  'Words at the start': 'A message that starts with `/me` and a space is shown as a status: your name, then the text.',
  Mentions:
    'The mentioned people are notified. When you type `@`, the application suggests names. If two people have the same name, it adds a number to distinguish them.',
  Emoticons: 'Switched on in the personal settings: “translate emoticons”.',
  Linkifiers:
    'Administrators define which patterns become links, for example the numbers of a bug tracker. In this example `#123` is one of these numbers.',
  Previews:
    'There are no previews in quotes, and none at all in a message with more than 24 addresses. On this page, 🖼 is a picture, 🔊 a sound and 🎬 a video.',
}

/** docs/markdown.md, from the cases that are meant to be shown. */
export function markdownPage(): string {
  return `${[HEAD, ...sections().flatMap(sectionOf)].join('\n\n')}\n`
}

/** A group without a description continues the one before it. */
function sections(): CaseGroup[] {
  const joined: CaseGroup[] = []
  for (const group of groups) {
    const last = joined.at(-1)
    if (group.about !== undefined || !last) joined.push(group)
    else joined[joined.length - 1] = { ...last, cases: [...last.cases, ...group.cases] }
  }
  return joined
}

function sectionOf({ title, about, cases }: CaseGroup): string[] {
  const shown = cases.filter((one) => one.shown)
  const text = [about, MORE[title]].filter((sentence) => sentence !== undefined).join(' ')
  return shown.length === 0 ? [] : [`## ${title}`, text, tableOf(shown)]
}

/** One HTML block. It must not contain an empty line, because the rest would be parsed as Markdown. */
function tableOf(shown: readonly Case[]): string {
  const rows = shown.map((one) => `<tr><td><pre>${sourceOf(one)}</pre></td><td>${displayHtml(one.html)}</td></tr>`)
  const table = ['<table>', '<tr><th>You type</th><th>Everybody sees</th></tr>', ...rows, '</table>'].join('\n')
  return table.replace(/\n(?=\n)/g, '&#10;')
}

const sourceOf = ({ source }: Case): string =>
  source.replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? character)

import { groups } from '../markdown/cases/all.ts'
import type { Case, CaseGroup } from '../markdown/cases/case.ts'
import { displayHtml } from './display-html.ts'

const HEAD = `# Writing messages

What you type and what everybody sees. Nothing has to be learnt before the first message: text is text, and a line ends
where you end it. HTML has no meaning here, and no character needs an escape: what is not a construct of this page stays
as it was typed.

<!-- Written by npm run generate from the cases in markdown/cases that are meant to be shown. -->`

/** Additional text for users, by the title of the group. */
const MORE: Readonly<Record<string, string>> = {
  'Links as they are':
    'A full stop or a bracket behind an address is no part of it, and names of files such as `notes.md` are not taken for addresses.',
  'Words at the start':
    'A message that begins with `/me` and a space is shown as something that you do: your name, then the text.',
  Mentions:
    'Whoever is called is notified. As you type `@`, the application offers names; when two people share one, it adds the number that tells them apart.',
  Emoticons: 'Switched on in the personal settings: “translate emoticons”.',
  Linkifiers:
    'Administrators say which patterns become links to where, for instance the numbers of a bug tracker. In this example `#123` is such a number.',
  Previews:
    'There are no previews in quotes, and none at all in a message with more than 24 addresses. Here, 🖼 stands for a picture, 🔊 for a sound and 🎬 for a video.',
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

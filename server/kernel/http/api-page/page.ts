import type { Endpoint } from '../../../../api/contract.ts'
import { endpoints } from '../../../../api/endpoints/index.ts'
import type { Examples } from '../../../../api/examples.ts'
import type { OpenApi } from '../../../../api/openapi.ts'
import { escapeHtml } from '../escape-html.ts'
import { CHAPTERS, commonErrors, introduction } from './introduction.ts'
import { address, operationSection, type ShownOperation } from './operation.ts'
import { eventSections, objectSections } from './shapes.ts'
import { anchor, sentence } from './text.ts'

interface Group {
  readonly name: string
  readonly description: string
  readonly operations: readonly ShownOperation[]
}

/** The whole API on one page, which needs no script. */
export function renderPage(document: OpenApi, examples: Examples, stylesheet: string): string {
  const groups = groupsOf(document, examples)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley API</title>
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><p class="brand"><a href="/">Parley</a></p></header>
<nav aria-label="Contents">${contents(groups)}</nav>
<main id="main">
<h1>Parley API</h1>
<p class="lead">Version ${escapeHtml(document.info.version)}. Everything that people do in Parley, a program can do through this API: send and read messages, manage channels and people, and follow events as they happen.</p>
${introduction()}
${commonErrors()}
${groups.map(groupSection).join('\n')}
<section class="group" id="events"><h2>Events in detail</h2><p>What <code>GET /events</code> returns.</p>${eventSections(document)}</section>
<section class="group" id="objects"><h2>Objects</h2><p>Shapes that several operations and events use.</p>${objectSections(document)}</section>
</main>
</body>
</html>
`
}

function groupsOf({ tags, paths }: OpenApi, examples: Examples): Group[] {
  const all = Object.values<Endpoint>(endpoints)
  return tags.map(({ name, description }) => ({
    name,
    description,
    operations: all.flatMap((endpoint) => {
      const document = paths[endpoint.path]?.[endpoint.method.toLowerCase()]
      return endpoint.group === name && document ? [{ endpoint, document, examples: examples[endpoint.id] }] : []
    }),
  }))
}

function contents(groups: readonly Group[]): string {
  const item = (id: string, title: string, more = '') => `<li><a href="#${id}">${escapeHtml(title)}</a>${more}</li>`
  const operations = ({ operations: shown }: Group) =>
    `<ul>${shown.map(({ endpoint }) => item(anchor('operation', endpoint.id), endpoint.summary)).join('')}</ul>`
  return `<p>Introduction</p><ul>${CHAPTERS.map(({ id, title }) => item(id, title)).join('')}${item('errors', 'Errors')}</ul>
<p>Operations</p><ul>${groups.map((group) => item(anchor('group', group.name), group.name, operations(group))).join('')}</ul>
<p>Reference</p><ul>${item('events', 'Events in detail')}${item('objects', 'Objects')}</ul>`
}

function groupSection({ name, description, operations }: Group): string {
  const rows = operations.map(
    ({ endpoint }) =>
      `<li><a href="#${anchor('operation', endpoint.id)}">${escapeHtml(endpoint.summary)}</a> ${address(endpoint)}</li>`,
  )
  return `<section class="group" id="${anchor('group', name)}"><h2>${escapeHtml(name)}</h2><p>${sentence(description)}</p>
<ul class="operations">${rows.join('')}</ul>
${operations.map(operationSection).join('\n')}
</section>`
}

import type { CaseGroup } from './case.ts'
import { nobody } from './mentions-nobody.ts'

export const mentionsPlaces: CaseGroup = {
  title: 'Where mentions stand',
  cases: [
    {
      name: 'mention: after a quotation mark',
      source: '"@**Iago**" and \'@**Iago**\'',
      html: '<p>"<span class="user-mention" data-user-id="10">@Iago</span>" and \'<span class="user-mention" data-user-id="10">@Iago</span>\'</p>',
    },
    {
      name: 'mention: after brackets',
      source: '(@**Iago**) [@**Iago**] {@**Iago**',
      html: '<p>(<span class="user-mention" data-user-id="10">@Iago</span>) [<span class="user-mention" data-user-id="10">@Iago</span>] {<span class="user-mention" data-user-id="10">@Iago</span></p>',
    },
    {
      name: 'mention: after a slash and a sign',
      source: '/@**Iago** <@**Iago**',
      html: '<p>/<span class="user-mention" data-user-id="10">@Iago</span> &lt;<span class="user-mention" data-user-id="10">@Iago</span></p>',
    },
    {
      name: 'mention: in the middle of a word',
      source: 'mail@**Iago**',
      html: '<p>mail@<strong>Iago</strong></p>',
      says: { mentions: nobody },
    },
    {
      name: 'mention: after a dot',
      source: '.@**Iago**',
      html: '<p>.@<strong>Iago</strong></p>',
      says: { mentions: nobody },
    },
    {
      name: 'mention: a group in the middle of a word',
      source: 'x@*board*',
      html: '<p>x@<em>board</em></p>',
      says: { mentions: nobody },
    },
    {
      name: 'mention: followed by a letter',
      source: '@**Iago**s',
      html: '<p><span class="user-mention" data-user-id="10">@Iago</span>s</p>',
    },
    {
      name: 'mention: in bold text',
      source: '**hello @**Iago** there**',
      html: '<p><strong>hello <span class="user-mention" data-user-id="10">@Iago</span> there</strong></p>',
    },
    {
      name: 'mention: in stressed text',
      source: '*hello @**Iago** there*',
      html: '<p><em>hello <span class="user-mention" data-user-id="10">@Iago</span> there</em></p>',
    },
    {
      name: 'mention: in struck text',
      source: '~~@**Iago**~~',
      html: '<p><del><span class="user-mention" data-user-id="10">@Iago</span></del></p>',
    },
    {
      name: 'mention: in a heading',
      source: '# @**Iago**',
      html: '<h1><span class="user-mention" data-user-id="10">@Iago</span></h1>',
    },
    {
      name: 'mention: in a list',
      source: '* @**Iago**\n* @*hamletcharacters*',
      html: '<ul>\n<li><span class="user-mention" data-user-id="10">@Iago</span></li>\n<li><span class="user-group-mention" data-user-group-id="20">@hamletcharacters</span></li>\n</ul>',
    },
    {
      name: 'mention: in a table',
      source: '| who |\n|---|\n| @**Iago** |',
      html: '<table>\n<thead>\n<tr>\n<th>who</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><span class="user-mention" data-user-id="10">@Iago</span></td>\n</tr>\n</tbody>\n</table>',
    },
    {
      name: 'mention: in the text of a link',
      source: '[@**Iago**](https://example.com)',
      html: '<p><a href="https://example.com"><span class="user-mention" data-user-id="10">@Iago</span></a></p>',
      says: { mentions: { ...nobody, people: [10] } },
    },
    {
      name: 'mention: in code',
      source: '`@**Iago**`',
      html: '<p><code>@**Iago**</code></p>',
      says: { mentions: nobody },
    },
    {
      name: 'mention: in a code block',
      source: '```\n@**Iago**\n```',
      html: '<div class="codehilite"><pre><span></span><code>@**Iago**\n</code></pre></div>',
      says: { mentions: nobody },
    },
    {
      name: 'mention: quoted, it calls nobody',
      source: '> @**Iago** said',
      html: '<blockquote>\n<p><span class="user-mention silent" data-user-id="10">Iago</span> said</p>\n</blockquote>',
      says: { mentions: { ...nobody, silentPeople: [10] } },
      shown: true,
    },
    {
      name: 'mention: quoted by a fence, it calls nobody',
      source: '```quote\n@**all** and @*hamletcharacters*\n```',
      html: '<blockquote>\n<p><span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span> and <span class="user-group-mention silent" data-user-group-id="20">hamletcharacters</span></p>\n</blockquote>',
      says: { mentions: { ...nobody, silentGroups: [20] } },
    },
    {
      name: 'mention: a group that may not be called, quoted',
      source: '> @*board*',
      html: '<blockquote>\n<p><span class="user-group-mention silent" data-user-group-id="23">board</span></p>\n</blockquote>',
      says: { mentions: { ...nobody, silentGroups: [23] } },
    },
    {
      name: 'mention: in a spoiler',
      source: '```spoiler @**Iago**\n@**King Hamlet**\n```',
      html: '<div class="spoiler-block"><div class="spoiler-header">\n<p><span class="user-mention" data-user-id="10">@Iago</span></p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p><span class="user-mention" data-user-id="11">@King Hamlet</span></p>\n</div></div>',
      says: { mentions: { ...nobody, people: [10, 11] } },
    },
    {
      name: 'mention: not over two lines',
      source: '@**King\nHamlet**',
      html: '<p>@**King<br>\nHamlet**</p>',
      says: { mentions: nobody },
    },
    { name: 'mention: not closed', source: '@**Iago', html: '<p>@**Iago</p>' },
    { name: 'mention: empty', source: '@**** and @_****', html: '<p>@**** and @_****</p>' },
    { name: 'mention: not in the other stars', source: '@*Iago*', html: '<p>@*Iago*</p>' },
  ],
}

import type { CaseGroup } from './case.ts'
import { linkifiersOfCases } from './linkifiers-world.ts'

const withLinkifiers = { linkifiers: linkifiersOfCases }

export const awkwardReferences: CaseGroup = {
  title: 'References among each other',
  cases: [
    {
      name: 'among references: a mention in a quotation in a list',
      source: '* a\n  > @**Iago**',
      html: '<ul>\n<li>a\n<blockquote>\n<p><span class="user-mention silent" data-user-id="10">Iago</span></p>\n</blockquote>\n</li>\n</ul>',
      world: withLinkifiers,
    },
    {
      name: 'among references: a mention beside a link',
      source: '@**Iago**https://example.com',
      html: '<p><span class="user-mention" data-user-id="10">@Iago</span><a href="https://example.com">https://example.com</a></p>',
      world: withLinkifiers,
    },
    {
      name: 'among references: an address beside a mention',
      source: 'https://example.com @**Iago**',
      html: '<p><a href="https://example.com">https://example.com</a> <span class="user-mention" data-user-id="10">@Iago</span></p>',
      world: withLinkifiers,
    },
    {
      name: 'among references: a mention and a linkifier',
      source: '@**Iago** #123 #**design**',
      html: '<p><span class="user-mention" data-user-id="10">@Iago</span> <a href="https://trac.example.com/ticket/123">#123</a> <a class="stream" data-stream-id="12" href="/#narrow/channel/12-design">#design</a></p>',
      world: withLinkifiers,
    },
    {
      name: 'among references: a channel and its number',
      source: '#**design>#123**',
      html: '<p><a class="stream-topic" data-stream-id="12" href="/#narrow/channel/12-design/topic/.23123">#design &gt; #123</a></p>',
      world: withLinkifiers,
    },
    {
      name: 'among references: a link in a name',
      source: '@**https://example.com**',
      html: '<p>@**https://example.com**</p>',
      world: withLinkifiers,
    },
    {
      name: 'among references: an emoji beside a link',
      source: 'https://example.com 😄:smile:',
      html: '<p><a href="https://example.com">https://example.com</a> <span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span></p>',
      world: withLinkifiers,
    },
    {
      name: 'among references: zero-width characters in a name',
      source: '@**Ia\u200Bgo** #**de\u200Bsign**',
      html: '<p>@**Ia\u200Bgo** #**de\u200Bsign**</p>',
      world: withLinkifiers,
    },
    {
      name: 'among references: a mention in brackets with an address',
      source: '[@**Nobody**](https://example.com)',
      html: '<p><a href="https://example.com">@**Nobody**</a></p>',
      world: withLinkifiers,
    },
    {
      name: 'among references: a mention among letters from right to left',
      source: 'שלום @**Iago** שלום',
      html: '<p>שלום <span class="user-mention" data-user-id="10">@Iago</span> שלום</p>',
      world: withLinkifiers,
    },
    {
      name: 'among references: a channel among other scripts',
      source: '見て #**日本語** です',
      html: '<p>見て <a class="stream" data-stream-id="15" href="/#narrow/channel/15-.E6.97.A5.E6.9C.AC.E8.AA.9E">#日本語</a> です</p>',
      world: withLinkifiers,
    },
    {
      name: 'among references: HTML around references',
      source: '<b>@**Iago**</b> <#**design**>',
      html: '<p>&lt;b&gt;@<strong>Iago</strong>&lt;/b&gt; &lt;<a class="stream" data-stream-id="12" href="/#narrow/channel/12-design">#design</a>&gt;</p>',
      world: withLinkifiers,
    },
    {
      name: 'among references: HTML in an address',
      source: 'https://example.com/<script>alert(1)</script>',
      html: '<p><a href="https://example.com/&lt;script&gt;alert(1)&lt;/script">https://example.com/&lt;script&gt;alert(1)&lt;/script</a>&gt;</p>',
      world: withLinkifiers,
    },
    {
      name: 'among references: a mention that is not closed before one that is',
      source: '@**x @**Iago**',
      html: '<p>@**x @**Iago**</p>',
      world: withLinkifiers,
    },
    {
      name: 'among references: a group inside a name',
      source: '@**@*board***',
      html: '<p>@**@*board***</p>',
      world: withLinkifiers,
    },
    {
      name: 'among references: signs of HTML beside an emoji',
      source: '<:smile:>',
      html: '<p>&lt;<span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span>&gt;</p>',
      world: withLinkifiers,
    },
    {
      name: 'among references: two links without a blank',
      source: 'https://example.com,https://example.org',
      html: '<p>https://example.com,<a href="https://example.org">https://example.org</a></p>',
      world: withLinkifiers,
    },
    {
      name: 'among references: a mail address beside a mention',
      source: 'a@b.com@**Iago**',
      html: '<p>a@b.com@<strong>Iago</strong></p>',
      world: withLinkifiers,
    },
    {
      name: 'among references: a topic with stars',
      source: '#**design>a*b*c**',
      html: '<p><a class="stream-topic" data-stream-id="12" href="/#narrow/channel/12-design/topic/a.2Ab.2Ac">#design &gt; a*b*c</a></p>',
      world: withLinkifiers,
    },
    {
      name: 'among references: stars after a mention',
      source: '@**Iago**** and ***@**Iago**',
      html: '<p><span class="user-mention" data-user-id="10">@Iago</span><strong> and </strong>*@<strong>Iago</strong></p>',
      world: withLinkifiers,
    },
    {
      name: "among references: an address in a formula's signs",
      source: '$$https://example.com$$x',
      html: '<p>$$https://example.com$$x</p>',
      world: withLinkifiers,
    },
    {
      name: 'among references: a long row of colons',
      source: '::::smile::::',
      html: '<p>:::<span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span>:::</p>',
      world: withLinkifiers,
    },
    {
      name: 'among references: a quoted picture beside a mention',
      source: '> @**all** https://example.com/a.png',
      html: '<blockquote>\n<p><span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span> <a href="https://example.com/a.png">https://example.com/a.png</a></p>\n</blockquote>',
      world: withLinkifiers,
    },
  ],
}

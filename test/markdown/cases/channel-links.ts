import type { CaseGroup } from './case.ts'

export const channelLinks: CaseGroup = {
  title: 'Channels, topics and messages',
  about: 'A link to a channel, a topic or a message follows it when it is renamed.',
  cases: [
    {
      name: 'channel link: a channel',
      source: '#**design**',
      html: '<p><a class="stream" data-stream-id="12" href="/#narrow/channel/12-design">#design</a></p>',
      says: { links: ['/#narrow/channel/12-design'] },
      shown: true,
    },
    {
      name: 'channel link: a channel in other letters',
      source: '#**DESIGN**',
      html: '<p><a class="stream" data-stream-id="12" href="/#narrow/channel/12-design">#design</a></p>',
    },
    {
      name: 'channel link: a channel with a sign in its name',
      source: '#**Verona & Rome**',
      html: '<p><a class="stream" data-stream-id="13" href="/#narrow/channel/13-Verona-.26-Rome">#Verona &amp; Rome</a></p>',
    },
    {
      name: 'channel link: a channel with dots and parentheses in its name',
      source: '#**a.b (c)**',
      html: '<p><a class="stream" data-stream-id="14" href="/#narrow/channel/14-a.2Eb-.28c.29">#a.b (c)</a></p>',
    },
    {
      name: 'channel link: a channel in another script',
      source: '#**日本語**',
      html: '<p><a class="stream" data-stream-id="15" href="/#narrow/channel/15-.E6.97.A5.E6.9C.AC.E8.AA.9E">#日本語</a></p>',
    },
    {
      name: 'channel link: a channel with HTML in its name',
      source: '#**<script>**',
      html: '<p><a class="stream" data-stream-id="16" href="/#narrow/channel/16-.3Cscript.3E">#&lt;script&gt;</a></p>',
    },
    { name: 'channel link: an unknown channel', source: '#**nowhere**', html: '<p>#**nowhere**</p>' },
    {
      name: 'channel link: an unknown channel with a topic',
      source: '#**nowhere>here**',
      html: '<p>#**nowhere&gt;here**</p>',
    },
    {
      name: 'channel link: a topic',
      source: '#**design>kick off**',
      html: '<p><a class="stream-topic" data-stream-id="12" href="/#narrow/channel/12-design/topic/kick.20off/with/905">#design &gt; kick off</a></p>',
      shown: true,
    },
    {
      name: 'channel link: a topic without messages',
      source: '#**design>new idea**',
      html: '<p><a class="stream-topic" data-stream-id="12" href="/#narrow/channel/12-design/topic/new.20idea">#design &gt; new idea</a></p>',
      shown: true,
    },
    {
      name: 'channel link: a topic in another script',
      source: '#**日本語>こんにちは**',
      html: '<p><a class="stream-topic" data-stream-id="15" href="/#narrow/channel/15-.E6.97.A5.E6.9C.AC.E8.AA.9E/topic/.E3.81.93.E3.82.93.E3.81.AB.E3.81.A1.E3.81.AF/with/907">#日本語 &gt; こんにちは</a></p>',
    },
    {
      name: 'channel link: a topic with HTML in its name',
      source: '#**design><b>&amp;</b>**',
      html: '<p><a class="stream-topic" data-stream-id="12" href="/#narrow/channel/12-design/topic/.3Cb.3E.26amp.3B.3C.2Fb.3E">#design &gt; &lt;b&gt;&amp;amp;&lt;/b&gt;</a></p>',
    },
    {
      name: 'channel link: a topic with signs that are encoded',
      source: "#**design>50% (a.b)!*'~**",
      html: '<p><a class="stream-topic" data-stream-id="12" href="/#narrow/channel/12-design/topic/50.25.20.28a.2Eb.29.21.2A.27~">#design &gt; 50% (a.b)!*\'~</a></p>',
    },
    {
      name: 'channel link: a topic with a question mark and a slash',
      source: '#**design>what/why?#1**',
      html: '<p><a class="stream-topic" data-stream-id="12" href="/#narrow/channel/12-design/topic/what.2Fwhy.3F.231">#design &gt; what/why?#1</a></p>',
    },
    {
      name: 'channel link: a topic with an emoji in its name',
      source: '#**design>🎉 :tada:**',
      html: '<p><a class="stream-topic" data-stream-id="12" href="/#narrow/channel/12-design/topic/.F0.9F.8E.89.20.3Atada.3A">#design &gt; 🎉 :tada:</a></p>',
    },
    {
      name: 'channel link: a topic with a link in its name',
      source: '#**design>https://example.com**',
      html: '<p><a class="stream-topic" data-stream-id="12" href="/#narrow/channel/12-design/topic/https.3A.2F.2Fexample.2Ecom">#design &gt; https://example.com</a></p>',
    },
    {
      name: 'channel link: a topic with a sign in its name',
      source: '#**design>a > b**',
      html: '<p><a class="stream-topic" data-stream-id="12" href="/#narrow/channel/12-design/topic/a.20.3E.20b">#design &gt; a &gt; b</a></p>',
    },
    {
      name: 'channel link: a topic with an at sign in its name',
      source: '#**design>a@b**',
      html: '<p><a class="stream-topic" data-stream-id="12" href="/#narrow/channel/12-design/topic/a.40b">#design &gt; a@b</a></p>',
    },
    {
      name: 'channel link: a message',
      source: '#**design>kick off@905**',
      html: '<p><a class="message-link" href="/#narrow/channel/12-design/topic/kick.20off/near/905">#design &gt; kick off @ 💬</a></p>',
      shown: true,
    },
    {
      name: 'channel link: a message in a topic without others',
      source: '#**design>new idea@1**',
      html: '<p><a class="message-link" href="/#narrow/channel/12-design/topic/new.20idea/near/1">#design &gt; new idea @ 💬</a></p>',
    },
    {
      name: 'channel link: the topic without a name',
      source: '#**design>**',
      html: '<p><a class="stream-topic" data-stream-id="12" href="/#narrow/channel/12-design/topic/with/906">#design &gt; <em>general chat</em></a></p>',
      shown: true,
    },
    {
      name: 'channel link: the topic without a name and without messages',
      source: '#**Verona & Rome>**',
      html: '<p><a class="stream-topic" data-stream-id="13" href="/#narrow/channel/13-Verona-.26-Rome/topic/">#Verona &amp; Rome &gt; <em>general chat</em></a></p>',
    },
    {
      name: 'channel link: a message in the topic without a name',
      source: '#**design>@906**',
      html: '<p><a class="message-link" href="/#narrow/channel/12-design/topic//near/906">#design &gt; <em>general chat</em> @ 💬</a></p>',
    },
    {
      name: 'channel link: an at sign with a number in a topic',
      source: '#**design>release@2@905**',
      html: '<p><a class="message-link" href="/#narrow/channel/12-design/topic/release.402/near/905">#design &gt; release@2 @ 💬</a></p>',
    },
    {
      name: 'channel link: in a sentence',
      source: 'see (#**design**), "#**design>kick off**".',
      html: '<p>see (<a class="stream" data-stream-id="12" href="/#narrow/channel/12-design">#design</a>), "<a class="stream-topic" data-stream-id="12" href="/#narrow/channel/12-design/topic/kick.20off/with/905">#design &gt; kick off</a>".</p>',
    },
    { name: 'channel link: in the middle of a word', source: 'x#**design**', html: '<p>x#<strong>design</strong></p>' },
    {
      name: 'channel link: at the start of a line it is no heading',
      source: '#**design** is\n#**a.b (c)**',
      html: '<p><a class="stream" data-stream-id="12" href="/#narrow/channel/12-design">#design</a> is<br>\n<a class="stream" data-stream-id="14" href="/#narrow/channel/14-a.2Eb-.28c.29">#a.b (c)</a></p>',
    },
    {
      name: 'channel link: in bold text',
      source: '**see #**design** there**',
      html: '<p><strong>see <a class="stream" data-stream-id="12" href="/#narrow/channel/12-design">#design</a> there</strong></p>',
    },
    {
      name: 'channel link: in the text of a link it stays text',
      source: '[#**design**](https://example.com)',
      html: '<p><a href="https://example.com">#**design**</a></p>',
    },
    { name: 'channel link: in code', source: '`#**design**`', html: '<p><code>#**design**</code></p>' },
    {
      name: 'channel link: quoted',
      source: '> #**design**',
      html: '<blockquote>\n<p><a class="stream" data-stream-id="12" href="/#narrow/channel/12-design">#design</a></p>\n</blockquote>',
    },
    { name: 'channel link: not over two lines', source: '#**de\nsign**', html: '<p>#**de<br>\nsign**</p>' },
    { name: 'channel link: not closed', source: '#**design', html: '<p>#**design</p>' },
    { name: 'channel link: empty', source: '#****', html: '<p>#****</p>' },
    { name: 'channel link: with nothing but a topic', source: '#**>topic**', html: '<p>#**&gt;topic**</p>' },
  ],
}

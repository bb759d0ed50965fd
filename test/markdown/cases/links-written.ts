import type { CaseGroup } from './case.ts'
import { world } from './world.ts'

export const linksWritten: CaseGroup = {
  title: 'Links',
  about: 'Text in brackets, its address in parentheses after it.',
  cases: [
    {
      name: 'link: text and address',
      source: '[a](http://example.org)',
      html: '<p><a href="http://example.org">a</a></p>',
      shown: true,
    },
    {
      name: 'link: no text',
      source: '[](http://example.org)',
      html: '<p><a href="http://example.org">http://example.org</a></p>',
      shown: true,
    },
    {
      name: 'link: a blank as text',
      source: '[ ](http://example.org)',
      html: '<p><a href="http://example.org">http://example.org</a></p>',
    },
    {
      name: 'link: no address',
      source: '[a]() [b]( )',
      html: '<p>[a]() [b]( )</p>',
    },
    {
      name: 'link: a title',
      source: '[a](http://example.org "b c") [d](http://example.org \'e\')',
      html: '<p><a href="http://example.org" title="b c">a</a> <a href="http://example.org" title="e">d</a></p>',
      shown: true,
    },
    {
      name: 'link: signs in a title',
      source: '[a](http://example.org "<b> & \'c\'")',
      html: '<p><a href="http://example.org" title="&lt;b&gt; &amp; \'c\'">a</a></p>',
    },
    {
      name: 'link: a title that is not closed',
      source: '[a](http://example.org "b)',
      html: '<p>[a](<a href="http://example.org">http://example.org</a> "b)</p>',
    },
    {
      name: 'link: an empty title',
      source: '[a](http://example.org "")',
      html: '<p><a href="http://example.org">a</a></p>',
    },
    {
      name: 'link: a blank in the address',
      source: '[a](http://example.org/b c)',
      html: '<p><a href="http://example.org/b%20c">a</a></p>',
    },
    {
      name: 'link: a blank before the parenthesis',
      source: '[a] (http://example.org)',
      html: '<p>[a] (<a href="http://example.org">http://example.org</a>)</p>',
    },
    {
      name: 'link: parentheses in the address',
      source: '[a](http://example.org/b_(c)) ([d](http://example.org))',
      html: '<p><a href="http://example.org/b_(c)">a</a> (<a href="http://example.org">d</a>)</p>',
    },
    {
      name: 'link: a parenthesis that is not closed',
      source: '[a](http://example.org/(b)',
      html: '<p>[a](<a href="http://example.org/(b)">http://example.org/(b)</a></p>',
    },
    {
      name: 'link: brackets in the text',
      source: '[a [b] c](http://example.org)',
      html: '<p><a href="http://example.org">a [b] c</a></p>',
    },
    {
      name: 'link: brackets that are not closed',
      source: '[a [b](http://example.org)',
      html: '<p>[a <a href="http://example.org">b</a></p>',
    },
    {
      name: 'link: markup in the text',
      source: '[*a* **b** `c`](http://example.org)',
      html: '<p><a href="http://example.org"><em>a</em> <strong>b</strong> <code>c</code></a></p>',
    },
    {
      name: 'link: a link in the text',
      source: '[a [b](http://example.org/b) c](http://example.org)',
      html: '<p><a href="http://example.org">a [b](http://example.org/b) c</a></p>',
    },
    {
      name: 'link: an address as text',
      source: '[http://example.org/a](http://example.org/b)',
      html: '<p><a href="http://example.org/b">http://example.org/a</a></p>',
    },
    {
      name: 'link: an emoji in the text',
      source: '[:smile:](http://example.org)',
      html: '<p><a href="http://example.org"><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span></a></p>',
    },
    {
      name: 'link: code goes before it',
      source: '[a`](http://example.org)`',
      html: '<p>[a<code>](http://example.org)</code></p>',
    },
    {
      name: 'link: two lines of text',
      source: '[a\nb](http://example.org)',
      html: '<p><a href="http://example.org">a<br>\nb</a></p>',
    },
    {
      name: 'link: signs in the address',
      source: '[a](http://example.org/?b=1&c="2"#<d>)',
      html: '<p><a href="http://example.org/?b=1&amp;c=&quot;2&quot;#&lt;d&gt;">a</a></p>',
    },
    {
      name: 'link: a domain',
      source: '[a](example.org/b) [c](example.org:8080)',
      html: '<p><a href="http://example.org/b">a</a> <a href="http://example.org:8080">c</a></p>',
    },
    {
      name: 'link: a mail address',
      source: '[a](a@example.org)',
      html: '<p><a href="mailto:a@example.org">a</a></p>',
    },
    {
      name: 'link: a path',
      source: '[a](/b/c)',
      html: '<p><a href="/b/c">a</a></p>',
    },
    {
      name: 'link: a fragment',
      source: '[a](#b)',
      html: '<p><a href="#b">a</a></p>',
    },
    {
      name: 'link: another server by two slashes',
      source: '[a](//example.org/b)',
      html: '<p><a href="http://example.org/b">a</a></p>',
    },
    {
      name: 'link: a word is no address',
      source: '[a](b)',
      html: '<p>[a](b)</p>',
    },
    {
      name: 'link: an upload',
      source: '[a.txt](/user_uploads/2/ab/notes.txt)',
      html: '<p><a href="/user_uploads/2/ab/notes.txt">a.txt</a></p>',
      says: { links: ['/user_uploads/2/ab/notes.txt'], attachments: ['2/ab/notes.txt'] },
    },
    {
      name: 'link: an upload in full',
      source: '[a](https://chat.example.com/user_uploads/2/ab/notes.txt?x=1)',
      html: '<p><a href="https://chat.example.com/user_uploads/2/ab/notes.txt?x=1">a</a></p>',
      says: { attachments: ['2/ab/notes.txt'] },
    },
    {
      name: 'link: the uploads of another server',
      source: '[a](https://example.org/user_uploads/2/ab/notes.txt)',
      html: '<p><a href="https://example.org/user_uploads/2/ab/notes.txt">a</a></p>',
      says: { attachments: [] },
    },
    {
      name: 'link: a place on this server',
      source: '[a](https://chat.example.com/#narrow/channel/12-design)',
      html: '<p><a href="#narrow/channel/12-design">a</a></p>',
      shown: true,
    },
    {
      name: 'link: the beginning of this server',
      source: '[a](https://chat.example.com/) [b](https://chat.example.com/help#c)',
      html: '<p><a href="https://chat.example.com/">a</a> <a href="https://chat.example.com/help#c">b</a></p>',
    },
    {
      name: 'link: a server whose name begins alike',
      source: '[a](https://chat.example.com.evil.org/#narrow)',
      html: '<p><a href="https://chat.example.com.evil.org/#narrow">a</a></p>',
    },
    {
      name: 'link: every scheme',
      source:
        '[a](ftp://example.org) [b](mailto:a@example.org) [c](tel:+123) [d](magnet:?xt=1) [e](xmpp:a@b) [f](zotero://a) [g](HTTPS://example.org)',
      html: '<p><a href="ftp://example.org">a</a> <a href="mailto:a@example.org">b</a> <a href="tel:+123">c</a> <a href="magnet:?xt=1">d</a> <a href="xmpp:a@b">e</a> <a href="zotero://a">f</a> <a href="HTTPS://example.org">g</a></p>',
    },
    {
      name: 'link: more schemes',
      source:
        '[a](mid:1) [b](bitcoin:1a) [c](geo:1,2) [d](hansoft://a) [e](im:a) [f](irc://a) [g](ircs://a) [h](matrix:u/a) [i](obsidian://a) [j](mms://a) [k](news:a) [l](nntp://a)',
      html: '<p><a href="mid:1">a</a> <a href="bitcoin:1a">b</a> <a href="geo:1,2">c</a> <a href="hansoft://a">d</a> <a href="im:a">e</a> <a href="irc://a">f</a> <a href="ircs://a">g</a> <a href="matrix:u/a">h</a> <a href="obsidian://a">i</a> <a href="mms://a">j</a> <a href="news:a">k</a> <a href="nntp://a">l</a></p>',
    },
    {
      name: 'link: still more schemes',
      source:
        '[a](openpgp4fpr:1) [b](sip:a) [c](sms:1) [d](smsto:1) [e](ssh://a) [f](urn:a:b) [g](webcal://a) [h](wtai://a) [i](asanadesktop://a)',
      html: '<p><a href="openpgp4fpr:1">a</a> <a href="sip:a">b</a> <a href="sms:1">c</a> <a href="smsto:1">d</a> <a href="ssh://a">e</a> <a href="urn:a:b">f</a> <a href="webcal://a">g</a> <a href="wtai://a">h</a> <a href="asanadesktop://a">i</a></p>',
    },
    {
      name: 'link: a script',
      source: '[a](javascript:alert(1))',
      html: '<p>[a](javascript:alert(1))</p>',
      shown: true,
    },
    {
      name: 'link: a script in disguise',
      source: '[a](JaVaScRiPt:alert(1)) [b](\u0001javascript:alert(1)) [c](java\u00a0script:a)',
      html: '<p>[a](JaVaScRiPt:alert(1)) [b](\u0001javascript:alert(1)) [c](java&nbsp;script:a)</p>',
    },
    {
      name: 'link: data',
      source: '[a](data:text/html,b) [c](vbscript:d) [e](blob:f)',
      html: '<p>[a](data:text/html,b) [c](vbscript:d) [e](blob:f)</p>',
    },
    {
      name: 'link: a file',
      source: '[a](file:///b/c)',
      html: '<p>[a](file:///b/c)</p>',
    },
    {
      name: 'link: a file, where it is allowed',
      source: '[a](file:///b/c)',
      html: '<p><a href="file:///b/c">a</a></p>',
      world: { settings: { ...world.settings, fileLinks: true } },
    },
    {
      name: 'link: a scheme and nothing more',
      source: '[a](http:)',
      html: '<p>[a](http:)</p>',
    },
    {
      name: 'link: each address once',
      source: '[a](http://example.org/a) [b](http://example.org/b) [c](http://example.org/a)',
      html: '<p><a href="http://example.org/a">a</a> <a href="http://example.org/b">b</a> <a href="http://example.org/a">c</a></p>',
      says: { links: ['http://example.org/a', 'http://example.org/b'] },
    },
    {
      name: 'link: a reference',
      source: '[a][b]\n[b]: c',
      html: '<p>[a][b]<br>\n[b]: c</p>',
    },
    {
      name: 'link: angle brackets',
      source: '[a](<http://example.org>)',
      html: '<p><a href="http://example.org">a</a></p>',
    },
    {
      name: 'link: Chinese',
      source: '[链接](http://example.org/中文)。',
      html: '<p><a href="http://example.org/中文">链接</a>。</p>',
    },
    {
      name: 'link: right to left',
      source: '[קישור](http://example.org/\u202ea)',
      html: '<p><a href="http://example.org/\u202ea">קישור</a></p>',
    },
    {
      name: 'link: names of characters in its text and title',
      source: '[#design &gt; Q&amp;A &#91;1&#93;](#narrow/channel/12-design "R&amp;D")',
      html: '<p><a href="#narrow/channel/12-design" title="R&amp;D">#design &gt; Q&amp;A [1]</a></p>',
    },
    {
      name: 'link: names of characters in its address',
      source:
        '[a](https://example.org/?b=1&amp;c=2) [](https://example.org/?b=1&amp;c=2) [d](javascript&#58;alert(1)) [e](java&Tab;script:f)',
      html: '<p><a href="https://example.org/?b=1&amp;c=2">a</a> <a href="https://example.org/?b=1&amp;c=2">https://example.org/?b=1&amp;c=2</a> [d](javascript:alert(1)) [e](java&amp;Tab;script:f)</p>',
    },
    {
      name: 'link: an image without a meaning',
      source: '![a](http://example.org/b)',
      html: '<p>!<a href="http://example.org/b">a</a></p>',
    },
  ],
}

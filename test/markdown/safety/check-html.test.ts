import { describe, expect, test } from 'vitest'
import { unsafeIn } from './check-html.ts'

describe('accepted', () => {
  test.each([
    '',
    '<p>a &amp; b</p>\n<blockquote>\n<p>c<br>\nd</p>\n</blockquote>',
    '<p><a href="https://a.example/?x=1&amp;y=2" title="&lt;b&gt; &quot;q&quot;">x</a></p>',
    '<p><a class="stream" data-stream-id="12" href="/#narrow/channel/12-design">#design</a></p>',
    '<p><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span></p>',
    '<table>\n<thead>\n<tr>\n<th style="text-align: center">a</th>\n</tr>\n</thead>\n<tbody>\n</tbody>\n</table>',
    '<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="k">if</span>\n</code></pre></div>',
    '<p>one&nbsp;two</p>',
    '<span class="katex"><math><mo><mover><mi>a</mi><mi>b</mi></mover></mo></math></span>',
  ])('%s', (html) => expect(unsafeIn(html)).toBeUndefined())
})

describe('refused', () => {
  test.each([
    ['<script>alert(1)</script>', 'the tag <script>'],
    ['<p onclick="x">a</p>', 'the attribute of <p onclick'],
    ['<p><a href="javascript:alert(1)">a</a></p>', 'the value of <a href'],
    ['<p><a href="JaVaScRiPt:alert(1)">a</a></p>', 'the value of <a href'],
    ['<p><a href=" javascript:alert(1)">a</a></p>', 'the value of <a href'],
    ['<p><a href="java\nscript:alert(1)">a</a></p>', 'the value of <a href'],
    ['<p><a href="evil">a</a></p>', 'the value of <a href'],
    ['<p><img src="https://spy.example/1.png"></p>', 'the value of <img src'],
    ['<p><img src="//spy.example/1.png"></p>', 'the value of <img src'],
    ['<p><span style="position: fixed">a</span></p>', 'the value of <span style'],
    ['<span class="katex"><span style="behavior:url(x)"></span></span>', 'the value of <span style'],
    ['<span class="katex"><span style="width:expression(1)"></span></span>', 'the value of <span style'],
    ['<span class="katex"><a href="https://a.example">a</a></span>', '<a> within mathematics'],
    ['<p><span class="topbar">a</span></p>', 'the value of <span class'],
    ['<svg><path d="M0 0"></path></svg>', '<svg> outside mathematics'],
    ['<p>a<!-- b --></p>', 'a node #comment'],
    ['<p><a href="#a"><a href="#b">b</a></a></p>', 'read and written again it differs'],
    ['<p><em>a</p></em>', 'read and written again it differs'],
    ['<p>a & b</p>', 'read and written again it differs'],
    ['<p>a\u00A0b</p>', 'read and written again it differs'],
    ['<p>a<br />b</p>', 'read and written again it differs'],
    ['<p>a\rb</p>', 'read and written again it differs'],
    ['<p>a', 'read and written again it differs'],
    ['<mi>x</mi>', '<mi> of the language'],
    ['<p><mi>x</mi></p>', '<mi> outside mathematics'],
    ['<span class="katex"><math><mtext><span>x</span></mtext></math></span>', '<span> within mathematics'],
  ])('%s', (html, reason) => expect(unsafeIn(html)).toContain(reason))
})

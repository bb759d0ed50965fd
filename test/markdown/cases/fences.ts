import type { CaseGroup } from './case.ts'
import { world } from './world.ts'

export const fences: CaseGroup = {
  title: 'Code',
  about: 'Fences of three or more backticks or tildes; the word after the first says the language.',
  cases: [
    {
      name: 'fence: backticks',
      source: '```\na\n```',
      html: '<div class="codehilite"><pre><span></span><code>a\n</code></pre></div>',
      shown: true,
    },
    {
      name: 'fence: tildes',
      source: '~~~\na\n~~~',
      html: '<div class="codehilite"><pre><span></span><code>a\n</code></pre></div>',
    },
    {
      name: 'fence: more of them',
      source: '`````\na\n`````',
      html: '<div class="codehilite"><pre><span></span><code>a\n</code></pre></div>',
    },
    {
      name: 'fence: fewer inside',
      source: '````\n```\na\n```\n````',
      html: '<div class="codehilite"><pre><span></span><code>```\na\n```\n</code></pre></div>',
    },
    {
      name: 'fence: the end must be the same',
      source: '```\na\n````\n~~~\n```',
      html: '<div class="codehilite"><pre><span></span><code>a\n````\n~~~\n</code></pre></div>',
    },
    {
      name: 'fence: blanks after the end',
      source: '```\na\n```  \nb',
      html: '<div class="codehilite"><pre><span></span><code>a\n</code></pre></div>\n<p>b</p>',
    },
    {
      name: 'fence: not closed',
      source: '```\na\n\nb',
      html: '<div class="codehilite"><pre><span></span><code>a\n\nb\n</code></pre></div>',
    },
    {
      name: 'fence: nothing in it',
      source: '```\n```',
      html: '<div class="codehilite"><pre><span></span><code>\n</code></pre></div>',
    },
    {
      name: 'fence: opened and nothing more',
      source: '```',
      html: '<div class="codehilite"><pre><span></span><code>\n</code></pre></div>',
    },
    {
      name: 'fence: blank lines in it',
      source: '```\n\na\n\n\nb\n\n```',
      html: '<div class="codehilite"><pre><span></span><code>a\n\n\nb\n</code></pre></div>',
    },
    {
      name: 'fence: blanks at the ends of lines',
      source: '```\na   \n b\t\n```',
      html: '<div class="codehilite"><pre><span></span><code>a\n b\n</code></pre></div>',
    },
    {
      name: 'fence: markup is text',
      source: '```\n*a* [b](c) @**Iago** :smile: <i>\n> d\n```',
      html: '<div class="codehilite"><pre><span></span><code>*a* [b](c) @**Iago** :smile: &lt;i&gt;\n&gt; d\n</code></pre></div>',
    },
    {
      name: 'fence: directly between lines of text',
      source: 'a\n```\nb\n```\nc',
      html: '<p>a</p>\n<div class="codehilite"><pre><span></span><code>b\n</code></pre></div>\n<p>c</p>',
    },
    {
      name: 'fence: two spaces before it',
      source: '  ```\n  a\n    b\n  ```',
      html: '<div class="codehilite"><pre><span></span><code>a\n  b\n</code></pre></div>',
    },
    {
      name: 'fence: four spaces before it',
      source: '    ```',
      html: '<div class="codehilite"><pre><span></span><code>```\n</code></pre></div>',
    },
    {
      name: 'fence: a language',
      source: '```python\nx\n```',
      html: '<div class="codehilite" data-code-language="Python"><pre><span></span><code>x\n</code></pre></div>',
      shown: true,
    },
    {
      name: 'fence: a short name',
      source: '```js\na\n```',
      html: '<div class="codehilite" data-code-language="JavaScript"><pre><span></span><code>a\n</code></pre></div>',
      shown: true,
    },
    {
      name: 'fence: an older version',
      source: '```py2\nx\n```',
      html: '<div class="codehilite" data-code-language="Python 2.x"><pre><span></span><code>x\n</code></pre></div>',
      shown: true,
    },
    {
      name: 'fence: in other letters',
      source: '```JavaScript\na\n```\n```JSON\n1\n```',
      html: '<div class="codehilite" data-code-language="JavaScript"><pre><span></span><code>a\n</code></pre></div>\n<div class="codehilite" data-code-language="JSON"><pre><span></span><code><span class="mi">1</span>\n</code></pre></div>',
    },
    {
      name: 'fence: with a dot',
      source: '```.py\nx\n```',
      html: '<div class="codehilite" data-code-language="Python"><pre><span></span><code>x\n</code></pre></div>',
    },
    {
      name: 'fence: in braces',
      source: '``` {.py}\nx\n```',
      html: '<div class="codehilite" data-code-language="Python"><pre><span></span><code>x\n</code></pre></div>',
    },
    {
      name: 'fence: in braces without a dot',
      source: '```{py}\nx\n```',
      html: '<div class="codehilite" data-code-language="Python"><pre><span></span><code>x\n</code></pre></div>',
    },
    {
      name: 'fence: with more words',
      source: '```py one two\nx\n```',
      html: '<div class="codehilite" data-code-language="Python"><pre><span></span><code>x\n</code></pre></div>',
    },
    {
      name: 'fence: a language that is not known',
      source: '```klingon\na & b\n```',
      html: '<div class="codehilite" data-code-language="klingon"><pre><span></span><code>a &amp; b\n</code></pre></div>',
      shown: true,
    },
    {
      name: 'fence: a language with HTML in its name',
      source: '```a"><b>\nx\n```',
      html: '<div class="codehilite" data-code-language="a&quot;&gt;&lt;b&gt;"><pre><span></span><code>x\n</code></pre></div>',
    },
    {
      name: 'fence: signs in a name',
      source: '```c++\nint a;\n```\n```c#\nint a;\n```',
      html: '<div class="codehilite" data-code-language="C++"><pre><span></span><code><span class="kt">int</span> a;\n</code></pre></div>\n<div class="codehilite" data-code-language="C#"><pre><span></span><code><span class="nb">int</span> a;\n</code></pre></div>',
    },
    {
      name: 'fence: no colours',
      source: '```text\nif a\n```',
      html: '<div class="codehilite" data-code-language="Text only"><pre><span></span><code>if a\n</code></pre></div>',
    },
    {
      name: 'fence: coloured',
      source: '```py\ndef f(a):\n    return "b" + \'c\' + 1  # d\n```',
      html: '<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="k">def</span> <span class="nf">f</span>(a):\n    <span class="k">return</span> <span class="s2">"b"</span> + <span class="s1">\'c\'</span> + <span class="mi">1</span>  <span class="c1"># d</span>\n</code></pre></div>',
      shown: true,
    },
    {
      name: 'fence: coloured numbers',
      source: '```js\n1 + 1.5 + 0xff\n```',
      html: '<div class="codehilite" data-code-language="JavaScript"><pre><span></span><code><span class="mi">1</span> + <span class="mf">1.5</span> + <span class="mh">0xff</span>\n</code></pre></div>',
    },
    {
      name: 'fence: coloured comments',
      source: '```c\n/* a */ int b; // c\n```',
      html: '<div class="codehilite" data-code-language="C"><pre><span></span><code><span class="cm">/* a */</span> <span class="kt">int</span> b; <span class="c1">// c</span>\n</code></pre></div>',
    },
    {
      name: 'fence: coloured HTML',
      source: '```html\n<b class="x">&amp;</b>\n```',
      html: '<div class="codehilite" data-code-language="HTML"><pre><span></span><code>&lt;<span class="nt">b</span> <span class="na">class</span>=<span class="s2">"x"</span>&gt;<span class="ss">&amp;amp;</span>&lt;/<span class="nt">b</span>&gt;\n</code></pre></div>',
    },
    {
      name: 'fence: one language in another',
      source: '```html\n<script>let a = 1</script>\n```',
      html: '<div class="codehilite" data-code-language="HTML"><pre><span></span><code>&lt;<span class="nt">script</span>&gt;<span class="k">let</span> a = <span class="mi">1</span>&lt;/<span class="nt">script</span>&gt;\n</code></pre></div>',
    },
    {
      name: 'fence: coloured changes',
      source: '```diff\n- a\n+ b\n```',
      html: '<div class="codehilite" data-code-language="Diff"><pre><span></span><code><span class="gd">- a</span>\n<span class="gi">+ b</span>\n</code></pre></div>',
    },
    {
      name: 'fence: a session',
      source: '```console\n$ ls -l\n```',
      html: '<div class="codehilite" data-code-language="Bash Session"><pre><span></span><code><span class="gp">$ </span><span class="nb">ls</span> -l\n</code></pre></div>',
    },
    {
      name: 'fence: the default language',
      source: '```\nlet a\n```',
      html: '<div class="codehilite" data-code-language="JavaScript"><pre><span></span><code><span class="k">let</span> a\n</code></pre></div>',
      world: { settings: { ...world.settings, defaultCodeLanguage: 'javascript' } },
    },
    {
      name: 'fence: a language goes before the default',
      source: '```text\nlet a\n```',
      html: '<div class="codehilite" data-code-language="Text only"><pre><span></span><code>let a\n</code></pre></div>',
      world: { settings: { ...world.settings, defaultCodeLanguage: 'javascript' } },
    },
    {
      name: 'fence: backticks after the word',
      source: '```a``` b',
      html: '<p><code>a</code> b</p>',
    },
    {
      name: 'fence: backticks after tildes',
      source: '~~~ a`b\nx\n~~~',
      html: '<div class="codehilite" data-code-language="a`b"><pre><span></span><code>x\n</code></pre></div>',
    },
    {
      name: 'fence: tildes around text',
      source: '~~~a~~~',
      html: '<p>~~~a~~~</p>',
    },
    {
      name: 'fence: in an item',
      source: '1. a\n   ```py\n   if x:\n       y\n   ```\n2. b',
      html: '<ol>\n<li>a\n<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="k">if</span> x:\n    y\n</code></pre></div>\n</li>\n<li>b</li>\n</ol>',
    },
    {
      name: 'fence: left by an item',
      source: '* ```\n  a\nb',
      html: '<ul>\n<li>\n<div class="codehilite"><pre><span></span><code>a\n</code></pre></div>\n</li>\n</ul>\n<p>b</p>',
    },
  ],
}

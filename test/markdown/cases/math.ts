import type { CaseGroup } from './case.ts'

export const math: CaseGroup = {
  title: 'Formulas',
  about: 'TeX between two dollar signs, or in a fence with the word `math`.',
  cases: [
    {
      name: 'math: in a line',
      source: '$$x$$',
      html: '<p><span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base"><span class="strut" style="height:0.4306em;"></span><span class="mord mathnormal">x</span></span></span></span></p>',
      shown: true,
    },
    {
      name: 'math: with text around',
      source: 'a $$x$$, b',
      html: '<p>a <span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base"><span class="strut" style="height:0.4306em;"></span><span class="mord mathnormal">x</span></span></span></span>, b</p>',
    },
    {
      name: 'math: bad TeX',
      source: '$$\\bad$$',
      html: '<p><span class="tex-error">$$\\bad$$</span></p>',
      shown: true,
    },
    {
      name: 'math: signs in bad TeX',
      source: '$$\\bad<b>&"$$',
      html: '<p><span class="tex-error">$$\\bad&lt;b&gt;&amp;"$$</span></p>',
    },
    {
      name: 'math: an underscore first',
      source: '$$_a$$',
      html: '<p>$$_a$$</p>',
    },
    {
      name: 'math: three dollar signs',
      source: '$$$a$$ $$b$$$',
      html: '<p>$$$a$$ $$b$$$</p>',
    },
    {
      name: 'math: one dollar sign',
      source: '$a$ costs $5',
      html: '<p>$a$ costs $5</p>',
    },
    {
      name: 'math: nothing inside',
      source: '$$$$ $$',
      html: '<p>$$$$ $$</p>',
    },
    {
      name: 'math: over two lines',
      source: '$$a\nb$$',
      html: '<p>$$a<br>\nb$$</p>',
    },
    {
      name: 'math: inside a word',
      source: 'a$$b$$ $$c$$d',
      html: '<p>a$$b$$ $$c$$d</p>',
    },
    {
      name: 'math: in Chinese text',
      source: '公式$$x$$。',
      html: '<p>公式<span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base"><span class="strut" style="height:0.4306em;"></span><span class="mord mathnormal">x</span></span></span></span>。</p>',
    },
    {
      name: 'math: a dollar sign inside',
      source: '$$\\bad\\$$$',
      html: '<p><span class="tex-error">$$\\bad\\$$$</span></p>',
    },
    {
      name: 'math: markup is text',
      source: '$$\\bad *a* `b`$$',
      html: '<p><span class="tex-error">$$\\bad *a* `b`$$</span></p>',
    },
    {
      name: 'math: in code',
      source: '`$$x$$`',
      html: '<p><code>$$x$$</code></p>',
    },
    {
      name: 'math: commands of its own',
      source: '$$\\def\\a{x}\\a$$',
      html: '<p><span class="tex-error">$$\\def\\a{x}\\a$$</span></p>',
    },
    {
      name: 'math: a link',
      source: '$$\\href{http://example.org}{a}$$',
      html: '<p><span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mstyle mathcolor="#cc0000"><mtext>\\href</mtext></mstyle></mrow><annotation encoding="application/x-tex">\\href{http://example.org}{a}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base"><span class="strut" style="height:1em;vertical-align:-0.25em;"></span><span class="mord text" style="color:#cc0000;"><span class="mord" style="color:#cc0000;">\\href</span></span></span></span></span></p>',
    },
    {
      name: 'math: a fence with large letters',
      source: '```Math\n\\bad\n```',
      html: '<p><span class="tex-error">\\bad</span></p>',
    },
    {
      name: 'math: a fence',
      source: '```math\nx\n```',
      html: '<p><span class="katex-display"><span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base"><span class="strut" style="height:0.4306em;"></span><span class="mord mathnormal">x</span></span></span></span></span></p>',
      shown: true,
    },
    {
      name: 'math: bad TeX in a fence',
      source: '```math\n\\bad <b>\n```',
      html: '<p><span class="tex-error">\\bad &lt;b&gt;</span></p>',
      shown: true,
    },
    {
      name: 'math: two formulas in a fence',
      source: '```math\n\\bad1\n\n\\bad2\n```',
      html: '<p><span class="tex-error">\\bad1</span></p>\n<p><span class="tex-error">\\bad2</span></p>',
    },
    {
      name: 'math: a fence with nothing in it',
      source: '```math\n```',
      html: '',
    },
    {
      name: 'math: a fence in a quote',
      source: '> ```math\n> \\bad\n> ```',
      html: '<blockquote>\n<p><span class="tex-error">\\bad</span></p>\n</blockquote>',
    },
    {
      name: 'math: too long',
      source: `$$${'x'.repeat(1501)}$$`,
      html: `<p><span class="tex-error">$$${'x'.repeat(1501)}$$</span></p>`,
    },
  ],
}

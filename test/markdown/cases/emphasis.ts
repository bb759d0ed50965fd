import type { CaseGroup } from './case.ts'

export const emphasis: CaseGroup = {
  title: 'Emphasis',
  about: 'Stars and tildes, each on one line; underscores mean nothing.',
  cases: [
    {
      name: 'emphasis: one star',
      source: '*a*',
      html: '<p><em>a</em></p>',
      shown: true,
    },
    {
      name: 'emphasis: two stars',
      source: '**a**',
      html: '<p><strong>a</strong></p>',
      shown: true,
    },
    {
      name: 'emphasis: three stars',
      source: '***a***',
      html: '<p><strong><em>a</em></strong></p>',
      shown: true,
    },
    {
      name: 'emphasis: tildes',
      source: '~~a~~',
      html: '<p><del>a</del></p>',
      shown: true,
    },
    {
      name: 'emphasis: underscores',
      source: '_a_ __b__ ___c___',
      html: '<p>_a_ __b__ ___c___</p>',
      shown: true,
    },
    {
      name: 'emphasis: several words',
      source: '*a b* **c d** ***e f*** ~~g h~~',
      html: '<p><em>a b</em> <strong>c d</strong> <strong><em>e f</em></strong> <del>g h</del></p>',
    },
    {
      name: 'emphasis: blanks inside one star',
      source: 'x * a* *b * * c *',
      html: '<p>x * a* *b * * c *</p>',
    },
    {
      name: 'emphasis: blanks inside two stars',
      source: 'x ** a **',
      html: '<p>x <strong> a </strong></p>',
    },
    {
      name: 'emphasis: blanks inside tildes',
      source: '~~ a ~~',
      html: '<p><del> a </del></p>',
    },
    {
      name: 'emphasis: over two lines',
      source: '*a\nb* **c\nd** ~~e\nf~~ ***g\nh***',
      html: '<p>*a<br>\nb* **c<br>\nd** ~~e<br>\nf~~ ***g<br>\nh***</p>',
    },
    {
      name: 'emphasis: inside words',
      source: 'a*b*c d**e**f g~~h~~i',
      html: '<p>a<em>b</em>c d<strong>e</strong>f g<del>h</del>i</p>',
    },
    {
      name: 'emphasis: two in one',
      source: '**a *b* c**',
      html: '<p><strong>a <em>b</em> c</strong></p>',
    },
    {
      name: 'emphasis: one around two',
      source: '*a **b** c*',
      html: '<p><em>a <strong>b</strong> c</em></p>',
    },
    {
      name: 'emphasis: struck and strong',
      source: '~~**a**~~ **~~b~~**',
      html: '<p><del><strong>a</strong></del> <strong><del>b</del></strong></p>',
    },
    {
      name: 'emphasis: not closed',
      source: '*a **b ~~c ***d',
      html: '<p><em>a <strong>b ~~c </strong></em>d</p>',
    },
    {
      name: 'emphasis: not opened',
      source: 'a* b** c~~',
      html: '<p>a* b** c~~</p>',
    },
    {
      name: 'emphasis: the first partner counts',
      source: '*a* b* **c** d**',
      html: '<p><em>a</em> b* <strong>c</strong> d**</p>',
    },
    {
      name: 'emphasis: crossing',
      source: '**a *b** c*',
      html: '<p><strong>a *b</strong> c*</p>',
    },
    {
      name: 'emphasis: next to one another',
      source: '*a**b*',
      html: '<p><em>a</em><em>b</em></p>',
    },
    {
      name: 'emphasis: nothing inside',
      source: 'x ** ~~~~ **** ****** b',
      html: '<p>x ** ~~~~ **** ****** b</p>',
    },
    {
      name: 'emphasis: four and more are text',
      source: 'x ****a**** *****',
      html: '<p>x ****a**** *****</p>',
    },
    {
      name: 'emphasis: three tildes are text',
      source: 'x ~~~a~~~ b',
      html: '<p>x ~~~a~~~ b</p>',
    },
    {
      name: 'emphasis: one tilde is text',
      source: '~a~ ~/b',
      html: '<p>~a~ ~/b</p>',
    },
    {
      name: 'emphasis: two opened, three closed',
      source: '**a***',
      html: '<p><strong>a</strong>*</p>',
    },
    {
      name: 'emphasis: three opened, two closed',
      source: '***a**',
      html: '<p><strong>*a</strong></p>',
    },
    {
      name: 'emphasis: punctuation inside',
      source: '*(a)* **"b"** *c.*',
      html: '<p><em>(a)</em> <strong>"b"</strong> <em>c.</em></p>',
    },
    {
      name: 'emphasis: arithmetic',
      source: '2 * 3 * 4 = 24, 2*3 = 6',
      html: '<p>2 * 3 * 4 = 24, 2*3 = 6</p>',
    },
    {
      name: 'emphasis: after an opened one',
      source: '*a *b*',
      html: '<p>*a <em>b</em></p>',
    },
    {
      name: 'emphasis: code inside',
      source: '*a `*` b* **`**`**',
      html: '<p><em>a <code>*</code> b</em> <strong><code>**</code></strong></p>',
    },
    {
      name: 'emphasis: around code',
      source: '**`a`** ~~`b`~~',
      html: '<p><strong><code>a</code></strong> <del><code>b</code></del></p>',
    },
    {
      name: 'emphasis: a link inside',
      source: '**[a](http://example.org/*b*)** *[c](http://example.org)*',
      html: '<p><strong><a href="http://example.org/*b*">a</a></strong> <em><a href="http://example.org">c</a></em></p>',
    },
    {
      name: 'emphasis: a bare link inside',
      source: '**https://example.org** *see https://example.org/a.*',
      html: '<p><strong><a href="https://example.org">https://example.org</a></strong> <em>see <a href="https://example.org/a">https://example.org/a</a>.</em></p>',
    },
    {
      name: 'emphasis: in an address',
      source: 'https://example.org/*a*/~~b~~/c',
      html: '<p><a href="https://example.org/*a*/~~b~~/c">https://example.org/*a*/~~b~~/c</a></p>',
    },
    {
      name: 'emphasis: a mention inside',
      source: '**hi @**Iago** and you**',
      html: '<p><strong>hi <span class="user-mention" data-user-id="10">@Iago</span> and you</strong></p>',
    },
    {
      name: 'emphasis: Chinese around',
      source: '我们*非常*高兴**真的**。~~不~~',
      html: '<p>我们<em>非常</em>高兴<strong>真的</strong>。<del>不</del></p>',
    },
    {
      name: 'emphasis: Hebrew inside',
      source: '**שלום** *עולם*',
      html: '<p><strong>שלום</strong> <em>עולם</em></p>',
    },
    {
      name: 'emphasis: an emoji inside',
      source: '*:smile:* **👍**',
      html: '<p><em><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span></em> <strong><span aria-label="+1" class="emoji emoji-1f44d" role="img" title="+1">:+1:</span></strong></p>',
    },
    {
      name: 'emphasis: a formula inside',
      source: '*a $$bad\\*$$ b*',
      html: '<p><em>a <span class="tex-error">$$bad\\*$$</span> b</em></p>',
    },
    {
      name: 'emphasis: a space that does not break',
      source: '*a\u00a0*',
      html: '<p>*a&nbsp;*</p>',
    },
    {
      name: 'code: one backtick',
      source: '`a`',
      html: '<p><code>a</code></p>',
      shown: true,
    },
    {
      name: 'code: two backticks',
      source: '``a ` b``',
      html: '<p><code>a ` b</code></p>',
      shown: true,
    },
    {
      name: 'code: blanks stay',
      source: '` a ` `  b`',
      html: '<p><code> a </code> <code>  b</code></p>',
    },
    {
      name: 'code: markup is text',
      source: '`*a* <b> :smile: @**Iago** [c](d)`',
      html: '<p><code>*a* &lt;b&gt; :smile: @**Iago** [c](d)</code></p>',
    },
    {
      name: 'code: over two lines',
      source: '`a\nb`',
      html: '<p><code>a\nb</code></p>',
    },
    {
      name: 'code: not closed',
      source: '`a ``b',
      html: '<p>`a ``b</p>',
    },
    {
      name: 'code: other numbers of backticks',
      source: '`a`` ``b` c',
      html: '<p><code>a`` ``b</code> c</p>',
    },
    {
      name: 'code: next to one another',
      source: '`a``b`',
      html: '<p><code>a``b</code></p>',
    },
    {
      name: 'code: a backslash',
      source: '`a\\` b',
      html: '<p><code>a\\</code> b</p>',
    },
    {
      name: 'code: not over paragraphs',
      source: '`a\n\nb`',
      html: '<p>`a</p>\n<p>b`</p>',
    },
    {
      name: 'code: nothing inside',
      source: '`` a',
      html: '<p>`` a</p>',
    },
    {
      name: 'code: goes before emphasis',
      source: '*a `b* c`',
      html: '<p>*a <code>b* c</code></p>',
    },
    {
      name: 'code: inside a word',
      source: 'a`b`c',
      html: '<p>a<code>b</code>c</p>',
    },
    {
      name: 'emphasis: a star before bold and stressed text',
      source: '2*3 is ***six***, *really ***six***',
      html: '<p>2*3 is <strong><em>six</em></strong>, *really <strong><em>six</em></strong></p>',
    },
    {
      name: 'emphasis: around bold and stressed text',
      source: '**a ***b*** c** *a ***b*** c*',
      html: '<p><strong>a <strong><em>b</em></strong> c</strong> <em>a <strong><em>b</em></strong> c</em></p>',
    },
    {
      name: 'emphasis: stressed text directly after bold and stressed text',
      source: '***a****b*',
      html: '<p><strong><em>a</em></strong><em>b</em></p>',
    },
  ],
}

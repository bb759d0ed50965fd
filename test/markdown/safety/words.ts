/** Characters with a meaning in the vocabulary, in HTML or nowhere, which mutations insert. */
export const SPECIAL: readonly string[] = [
  ...'*_~`$#@>|<&"\'()[]{}!:;?.,-+=\\/^%',
  ...['\n', '\n\n', '    ', '\t', ' ', '\r\n', '\r', '\f', '\v', '\u0001', '\u001B', '\u007F', '\u0085'],
  // Right-to-left text, marks that control direction or joining, and characters without width.
  ...['\u202E', '\u202D', '\u202C', '\u2066', '\u2069', '\u200E', '\u200F', '\u061C', 'שלום', 'مرحبا'],
  ...['\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF', '\u00AD', '\u034F', '\uFE0F', '\uFE0E', '\u20E3'],
  ...['\u00A0', '\u2028', '\u2029', '\u3000', '\uFFFD', '\uFFFF', '\u{1F3FD}', '\u{1F1E9}', '\u{E0061}', '\u{10FFFF}'],
  // Lone surrogates.
  ...['\uD800', '\uDBFF', '\uDC00', '\uDFFF', '\uD83D'],
  ...['```', '~~~', '**', '***', '~~', '$$', '](', '![', '@**', '@_**', '#**', '<time:', 'https://', '/user_uploads/'],
  ...['> ', '- ', '1. ', '# ', '```spoiler ', '```math', '```quote', '|---|', '&amp;', '&#60;', '</p>', '<!--'],
]

export const PROSE: readonly string[] = [
  ...['tea', 'the meeting', 'at noon', 'C++', 'snake_case_name', '2 * 3 * 4', 'a<b>c', 'AT&T', '5 > 3', 'O’Brien'],
  ...[
    'naïve',
    'ß',
    'İstanbul',
    '日本語のテキスト',
    '你好，世界',
    '한국어',
    'שלום עולם',
    'مرحبا بالعالم',
    'नमस्ते',
    'e\u0301',
  ],
  ...['x\u200By', '\u202Etfel', 'zero\u200Dwidth', 'soft\u00ADhyphen', 'no\u00A0break', '\\*not\\*'],
]

export const REFERENCES: readonly string[] = [
  ...['@**Iago**', '@**king hamlet**', '@**Cordelia, Lear’s daughter**', '@**Twin|14**', '@**|13**', '@**Yorick**'],
  ...['@_**Iago**', '@_**Zoë 李明|17**', '@**<b>Bold</b> & "Quoted"**', '@**ri\u202Eght**', '@**nobody**'],
  ...['@**all**', '@**everyone**', '@_**channel**', '@**topic**', '@_**topic**', '@*hamletcharacters*', '@_*board*'],
  ...['@*board*', '@_*role:administrators*', '@*old guard*', '@*<i>x</i>*', '@*nothing*'],
  ...['#**design**', '#**design>kick off**', '#**design>kick off@905**', '#**design>**', '#**Verona & Rome**'],
  ...['#**a.b (c)>x (y).z**', '#**日本語>こんにちは**', '#**<script>><b>**', '#**nowhere**', '#**nowhere>x@1**'],
]

export const PICTURES: readonly string[] = [
  ...[
    ':smile:',
    ':+1:',
    ':green_tick:',
    ':service:',
    ':no_such_thing:',
    ':heart_eyes_cat:',
    '😀',
    '👍🏽',
    '👨‍👩‍👧',
    '🇩🇪',
    '❤️',
    '©',
    '1️⃣',
  ],
  ...[':)', ':(', '<3', ':|', ':/', ';)', ':D', ':p', '(:', '(<3)'],
]

export const ADDRESSES: readonly string[] = [
  ...['https://a.example/x?y=1&z=2', 'http://a.example/(a(b)c)', 'www.example.com', 'example.com/a', 'notes.md'],
  ...['me@example.com', 'https://chat.example.com/#narrow/channel/12-design', 'https://日本.example/ü', 'bitcoin:1abc'],
  ...['https://a.example/cat.png', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'javascript:alert(1)', 'file:///etc'],
  ...['/user_uploads/2/ab/cat.png', '/user_uploads/2/ab/new.png', '/user_uploads/2/ab/dance.gif', '/static/x'],
  ...['/user_uploads/2/ab/photo.heic', '/user_uploads/2/ab/gone.png', '/user_uploads/2/ab/clip.mp4', '#top'],
  ...[
    '/user_uploads/2/ab/song.mp3',
    '/user_uploads/2/ab/notes.txt',
    '//evil.example/x',
    'https://[::1]:80/',
    'https://',
  ],
  ...['https://chat.example.com/user_uploads/2/ab/cat.png', 'HTTPS://A.EXAMPLE', 'tel:+49', 'mailto:a@b.com'],
]

export const TEX: readonly string[] = [
  ...['x^2', '\\frac{a}{b}', '\\sqrt[3]{x}', '\\color{red}x', '\\bad{', '_x', "f''", '%', '\\x', 'a<b', 'a & b', 'x~y'],
  ...[
    '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}',
    '\\begin{cases}a&b\\\\c&d\\end{cases}',
    '\\begin{CD}A@>a>>B\\end{CD}',
  ],
  ...[
    '\\begin{array}{|c:r|}\\hline 1&2\\\\\\hdashline 3&4\\end{array}',
    '\\begin{align}a&=b\\\\c&=d\\tag{2}\\end{align}',
  ],
  ...[
    '\\text{<b>&</b>}',
    '\\href{https://a.example}{x}',
    '\\overbrace{a+b}^{n}',
    '\\rule{9em}{9em}',
    '\\hat{\\vec{x}}',
  ],
  ...[
    '\\sum_{i=0}^\\infty',
    '\\cancel{x}',
    '\\underline{日本}',
    '\\left(\\frac12\\middle|x\\right]',
    '\\tag{1} x',
    '\\tag*{"}x',
  ],
  ...[
    '\\boxed{x}',
    '\\fcolorbox{red}{#abc}{x}',
    '\\colorbox{blue}{y}',
    '\\angl n',
    '\\phase{x}',
    '\\xrightarrow[a]{b}',
  ],
  ...[
    '\\raisebox{1em}{x}',
    '\\llap{x}',
    '\\clap{x}',
    '\\smash[b]{x}',
    '\\vcenter{x}',
    '\\operatorname*{x}',
    '\\pmb{x}',
  ],
  ...[
    '\\tiny x',
    '\\Huge x',
    '\\underbrace{x}_y',
    '\\sout{x}',
    '\\bcancel{x}',
    '\\mathchoice{a}{b}{c}{d}',
    '\\hphantom{x}',
  ],
  ...[
    '\\kern1em',
    '\\hspace{-3em}x',
    '\\\\[1em]x',
    '\\limits',
    '\\Bigg\\{x',
    '\\verb|<b>|',
    '\\char"1F600',
    '\\widehat{abc}',
  ],
  ...[
    '\\mathbb{R}',
    '\\mathfrak{x}',
    '\\mathcal{x}',
    '\\stackrel{a}{b}',
    '\\genfrac(]{2pt}{0}{a}{b}',
    '\\not=',
    '\\utilde{AB}',
  ],
  ...[
    '\\def\\a{x}\\a',
    '\\let\\b=x\\b',
    '\\newcommand\\c[1]{#1}\\c{y}',
    '\\imath',
    '\\KaTeX',
    '\\unicode{60}',
    'שלום',
    '\u00A0',
  ],
]

export const TIMES: readonly string[] = [
  ...['2017-06-05T22:30:00Z', '2017-06-05T22:30+02:00', '2017-06-05', '2020-02-30', 'tomorrow', '1622547800', '"><b>'],
]

export const LANGUAGES: readonly string[] = [
  ...[
    '',
    'py',
    'js',
    ' {.py}',
    ' .rb',
    'no-such-language',
    'text',
    'c++',
    'html',
    '"x"',
    '<b>',
    'quote',
    'spoiler',
    'math',
  ],
]

export const CODE: readonly string[] = [
  ...[
    'def f(x):\n    return x  ',
    'const a = `b` // <c>',
    '<p class="x">&amp;</p>',
    '*a* **b** :smile:',
    '',
    '\t\tx',
    '`',
  ],
]

/** Texts that the linkifiers of the cases match or nearly match. */
export const MATCHES: readonly string[] = [
  '#1234',
  '#1',
  'trac-15',
  'ABC-12',
  'abc-12x',
  '(#7)',
  '#1234#5678',
  'see:x',
  'go/javascript:alert(1)',
]

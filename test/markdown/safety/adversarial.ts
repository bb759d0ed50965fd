/** Expensive texts of any length. Each would cost a careless engine the square of its length or worse. */
export const adversarial: Readonly<Record<string, (length: number) => string>> = {
  ...repeated('one mark of emphasis', '*a'),
  ...repeated('marks that never close', ' *a **b ***c ~~d'),
  ...repeated('asterisks', '*'),
  ...repeated('tildes', '~'),
  ...repeated('tildes in pairs', '~~a '),
  ...repeated('strong that opens', '**a '),
  ...repeated('strong and weak by turns', '**a *b '),
  ...repeated('opening brackets', '['),
  ...repeated('links that open', '[a]('),
  ...repeated('links within links', '[a](b[c](d'),
  ...repeated('links with titles that open', '[a](b "'),
  ...repeated('pictures that open', '![a]('),
  ...repeated('links', '[a](/b)'),
  ...repeated('dollars', '$'),
  ...repeated('formulas that open', ' $$x'),
  ...repeated('formulas', '$$x$$ '),
  ...repeated('people that open', ' @**a'),
  ...repeated('people', '@**Iago** '),
  ...repeated('silent groups that open', ' @_*a'),
  ...repeated('channels that open', ' #**a>b@'),
  ...repeated('channels', '#**design>kick off** '),
  ...repeated('times that open', '<time:'),
  ...repeated('schemes', 'http://'),
  ...repeated('parentheses in an address', '(', 'https://a.example/'),
  ...repeated('closing parentheses after an address', ')', 'https://a.example/'),
  ...repeated('dots in an address', '.', 'https://a.example/'),
  ...repeated('domains without a space', 'a.com.'),
  ...repeated('domains', 'a.com '),
  ...repeated('halves of mail addresses', 'a@'),
  ...repeated('mail addresses', 'a@b.com,'),
  ...repeated('words with dots', 'a.'),
  ...repeated('words with dashes', 'a-'),
  ...repeated('colons', ':'),
  ...repeated('emoji names that open', ':a'),
  ...repeated('emoji names', ':smile:'),
  ...repeated('emoji', '😀'),
  ...repeated('families', '👨‍👩‍👧‍👦'),
  ...repeated('joiners', '😀\u200D'),
  ...repeated('flags', '🇩'),
  ...repeated('emoticons', ':) <3 '),
  ...repeated('what linkifiers nearly match', '#1a'),
  ...repeated('what linkifiers match', '#12 '),
  ...repeated('digits', '1', '#'),
  ...repeated('quotes in quotes', '>'),
  ...repeated('quotes in quotes with spaces', '> '),
  ...repeated('quotes', '> a\n'),
  ...repeated('lists in lists', '- '),
  ...repeated('numbered lists in lists', '1. '),
  ...repeated('lists and quotes by turns', '- > '),
  ...repeated('items', '- a\n'),
  ...repeated('items far apart', '- a\n\n'),
  ...repeated('empty items', '-\n'),
  ...repeated('fences', '```\n'),
  ...repeated('fences of two kinds', '```\n~~~\n'),
  ...repeated('spoilers that open', '```spoiler a\n'),
  ...repeated('quoting fences that open', '```quote\n'),
  ...repeated('headings', '# a\n'),
  ...repeated('hashes', '#'),
  ...repeated('pipes', '|'),
  ...repeated('rows', '|a|b\n', '|a|b\n|-|-\n'),
  ...repeated('rows that only begin', '|a\n|-\n'),
  ...repeated('line ends', '\n'),
  ...repeated('spaces', ' ', 'a', 'b'),
  ...repeated('spaces before line ends', '  \n', 'a', 'b'),
  ...repeated('tabs', '\t', 'a', 'b'),
  ...repeated('one letter', 'a'),
  ...repeated('one letter of another script', '字'),
  ...repeated('ampersands', '&'),
  ...repeated('angles', '<'),
  ...repeated('backslashes', '\\'),
  ...repeated('marks without width', '\u200B'),
  ...repeated('marks on one letter', '\u0301', 'a'),
  ...repeated('pictures', '![a](/user_uploads/2/ab/cat.png) '),
  ...repeated('addresses of pictures', 'https://a.example/b.png '),
  ...repeated('comments in code', '/*', '```js\n'),
  ...repeated('brackets in code', '({[', '```js\n'),
  ...repeated('text in code', '"a" + ', '```py\n'),
  ...repeated('tags in code', '<a ', '```html\n'),
  ...repeated('groups in a formula', '{', '```math\n'),
  ...repeated('fractions in a formula', '\\frac', '```math\n'),
  ...repeated('letters in a formula', 'x+', '```math\nx'),
  ...repeated('powers in a formula', '{x}^', '```math\n'),
  ...repeated('macros in a formula', '\\x\\x', '```math\n\\def\\x{\\y\\y}\\def\\y{x x}'),
  'backticks in ever longer runs': (length) => {
    let text = ''
    for (let run = 1; text.length < length; run += 1) text += `${'`'.repeat(run)} `
    return text.slice(0, length)
  },
  'lists that go ever deeper': (length) => {
    let text = ''
    for (let depth = 0; text.length < length; depth += 1) text += `${'  '.repeat(depth)}- a\n`
    return text.slice(0, length)
  },
  'fences in ever longer runs': (length) => {
    let text = ''
    for (let run = 3; text.length < length; run += 1) text += `${'`'.repeat(run)}quote\n`
    return text.slice(0, length)
  },
  'groups in groups of a formula': (length) => nested('{', '}', Math.min(length, LONGEST_FORMULA)),
  'roots in roots of a formula': (length) => nested('\\sqrt{', '}', Math.min(length, LONGEST_FORMULA)),
  'fractions in fractions of a formula': (length) => nested('\\frac1{', '}', Math.min(length, LONGEST_FORMULA)),
  'text in formulas in text in a formula': (length) => nested('\\text{$', '$}', Math.min(length, LONGEST_FORMULA)),
  'emphasis in pairs from both ends': (length) => '*a '.repeat(length / 6) + ' a*'.repeat(length / 6),
  'brackets in pairs from both ends': (length) => '['.repeat(length / 8) + '](/a)'.repeat(length / 8),
}

/** A longer one is refused before it is typeset. */
const LONGEST_FORMULA = 1_900

function nested(open: string, close: string, length: number): string {
  const levels = Math.floor(length / (open.length + close.length))
  return `$$${open.repeat(levels)}x${close.repeat(levels)}$$`
}

function repeated(name: string, part: string, before = '', after = ''): Record<string, (length: number) => string> {
  const write = (length: number) => {
    const room = length - before.length - after.length
    return before + part.repeat(Math.ceil(room / part.length)).slice(0, room) + after
  }
  return { [name]: write }
}

/** The languages that people and organizations can choose, as clients of this API family name them. */
const LANGUAGES: ReadonlySet<string> = new Set(
  (
    'ar be bg ca cs cy da de el en en-gb eo es et eu fa fi fr gl gu he hi hr hu id it ja ka ko lt lv ml mn nb-no nl pl ' +
    'pt pt-br ro ru si sk sl sr sv ta th tl tr uk vi zh-hans zh-tw'
  ).split(' '),
)

export const isLanguage = (code: string): boolean => LANGUAGES.has(code)

import type { Random } from './random.ts'

/** Ordinary words for names and messages. The last ones are rare, so that a search has something to find. */
const NOUNS =
  'build release ticket customer invoice server browser layout meeting report budget draft review schedule team garden paper window river database index query backup certificate domain network printer keyboard colour font button menu report plan question answer summary table chart photo video podcast article book chapter translation test failure fix patch branch merge deploy alert metric dashboard log error timeout retry cache queue worker thread process memory disk cable room context key badge coffee lunch train ticket'.split(
    ' ',
  )
const VERBS =
  'finished started checked moved opened closed fixed broke shipped read wrote found lost asked answered joined left tried measured planned reviewed merged reverted restarted updated renamed ordered cancelled booked translated printed'.split(
    ' ',
  )
const JOINTS =
  'the a our this that another every some before after because while although and but so today tomorrow yesterday again already almost never always maybe'.split(
    ' ',
  )
const RARE = ['xylophone', 'quokka', 'zeppelin', 'marzipan']
const FIRST_NAMES =
  'Ada Amir Anna Ben Carla Chen Dana David Elif Emma Farid Fatima Greta Hana Hugo Ines Ivan Jana Jonas Kaya Kenji Lara Leo Lin Maya Milan Mina Nadia Nils Noor Olga Omar Paula Pedro Priya Quinn Rosa Samir Sofia Tariq Tess Uma Viktor Wanda Xenia Yara Yusuf Zoe'.split(
    ' ',
  )
const LAST_NAMES =
  'Adler Becker Castro Dogan Evans Fischer Garcia Haddad Ito Jansen Kowalski Lopez Moreau Novak Okafor Patel Quist Rossi Sato Tanaka Ulrich Vargas Weber Xu Yilmaz Zimmer'.split(
    ' ',
  )

export interface Phrase {
  readonly content: string
  readonly rendered: string
  readonly mflags: number
}

const HAS_LINK = 8

export function makePhrases(random: Random, count: number): Phrase[] {
  return Array.from({ length: count }, (_, i) => {
    if (i % 64 === 1) return linkPhrase(i)
    const words = sentence(random)
    if (i % 1024 < RARE.length) words.push(RARE[i % 1024] as string)
    const content = `${words.join(' ')}.`
    return { content, rendered: content, mflags: 0 }
  })
}

export function personName(random: Random, index: number): string {
  return `${pick(random, FIRST_NAMES)} ${pick(random, LAST_NAMES)} ${index + 1}`
}

export function topicName(random: Random): string {
  return `${pick(random, NOUNS)} ${pick(random, VERBS)}`
}

function sentence(random: Random): string[] {
  const words: string[] = []
  const clauses = 1 + random.below(3)
  for (let i = 0; i < clauses; i += 1) {
    words.push(
      pick(random, JOINTS),
      pick(random, NOUNS),
      pick(random, VERBS),
      pick(random, JOINTS),
      pick(random, NOUNS),
    )
  }
  return words
}

function linkPhrase(i: number): Phrase {
  const url = `https://example.com/notes/${i}`
  return { content: `see ${url}`, rendered: `see <a href="${url}">${url}</a>`, mflags: HAS_LINK }
}

const pick = (random: Random, list: readonly string[]): string => list[random.below(list.length)] as string

import { CANNED, isIndex, isText, type Step } from './submessage.ts'

export interface Option {
  /** `canned,0` for the first option of the message, `7,1` for one that person 7 has added. */
  readonly key: string
  readonly text: string
  /** They are in the order of their votes. */
  readonly voters: readonly number[]
}

export interface Poll {
  readonly kind: 'poll'
  readonly question: string
  readonly options: readonly Option[]
}

const KEY = /^(\d+),(\d+)$/

/** What a poll has come to. Steps that are not of a poll, or not allowed, change nothing. */
export function readPoll(extra: Readonly<Record<string, unknown>>, steps: readonly Step[], authorId: number): Poll {
  const options = new Map<string, Option>()
  let question = isText(extra['question']) ? extra['question'] : ''
  const add = (key: string, text: string) => {
    // Two people who add the same at once want one option.
    if ([...options.values()].some((one) => one.text === text)) return
    options.set(key, { key, text, voters: [] })
  }
  const canned: unknown[] = Array.isArray(extra['options']) ? extra['options'] : []
  for (const [index, text] of canned.entries()) if (isText(text)) add(`${CANNED},${index}`, text)
  for (const { senderId, data } of steps) {
    if (data['type'] === 'question') {
      if (senderId === authorId && isText(data['question'])) question = data['question']
    } else if (data['type'] === 'new_option') {
      if (isIndex(data['idx']) && isText(data['option'])) add(`${senderId},${data['idx']}`, data['option'])
    } else if (data['type'] === 'vote') vote(options, senderId, data)
  }
  return { kind: 'poll', question, options: [...options.values()] }
}

function vote(options: Map<string, Option>, senderId: number, { key, vote }: Step['data']): void {
  const option = isText(key) ? options.get(key) : undefined
  if (!option || (vote !== 1 && vote !== -1)) return
  const others = option.voters.filter((id) => id !== senderId)
  options.set(option.key, { ...option, voters: vote === 1 ? [...others, senderId] : others })
}

/** The number of the next option that a person adds. */
export function nextOption({ options }: Poll, ownId: number): number {
  const own = options.map(({ key }) => KEY.exec(key)).filter((parts) => Number(parts?.[1]) === ownId)
  return Math.max(0, ...own.map((parts) => Number(parts?.[2]))) + 1
}

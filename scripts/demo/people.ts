export const PEOPLE = {
  mara: { name: 'Mara Lindqvist', status: ['Working from Umeå', 'evergreen_tree'], seen: 'active' },
  tomasz: { name: 'Tomasz Wróbel', status: undefined, seen: 'active' },
  chidera: { name: 'Chidera Okonkwo', status: ['Focusing until 12:00', 'headphones'], seen: 'idle' },
  priya: { name: 'Priya Raghunathan', status: undefined, seen: 'active' },
  misaki: { name: '小林 美咲', status: undefined, seen: 'active' },
  'lars-erik': { name: 'Lars-Erik Bjørklund', status: undefined, seen: 'away' },
  amina: { name: 'أمينة بن يوسف', status: ['Visiting Tunis', 'earth_africa'], seen: 'active' },
  noa: { name: 'נועה פלדמן', status: undefined, seen: 'idle' },
  doyun: { name: '김도윤', status: undefined, seen: 'active' },
  'chen-wen': { name: '陈文', status: undefined, seen: 'idle' },
  ines: { name: 'Inês Calvão', status: ['On leave until Monday', 'palm_tree'], seen: 'away' },
  maximiliana: { name: 'Maximiliana Papadopoulou-Konstantinidis', status: undefined, seen: 'away' },
  jules: { name: 'Jules M.', status: undefined, seen: 'active' },
} as const satisfies Record<
  string,
  {
    name: string
    /** Text and name of the emoji. */
    status: readonly [string, string] | undefined
    /** Active now, connected without doing anything, or gone for a while. */
    seen: 'active' | 'idle' | 'away'
  }
>

export const BOTS = {
  'deploy-bot': { name: 'Deploy bot', short: 'deploy' },
  'metrics-bot': { name: 'Metrics bot', short: 'metrics' },
} as const

export type PersonKey = keyof typeof PEOPLE
export type SenderKey = PersonKey | keyof typeof BOTS

export const PERSON_KEYS = Object.keys(PEOPLE) as PersonKey[]
export const BOT_KEYS = Object.keys(BOTS) as (keyof typeof BOTS)[]

export const emailOf = (key: PersonKey): string => `${key}@lantern.works`

/** One password for all, so that a visitor can look at the organization as any of them. */
export const PASSWORD = 'nine lanterns over the quiet harbor'

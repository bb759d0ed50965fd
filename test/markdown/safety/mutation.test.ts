import { expect, test } from 'vitest'
import { cases, contextOf } from '../cases/all.ts'
import { typesetters } from '../cases/typesetters.ts'
import { AMOUNT, SEED, TIME_LIMIT } from './amount.ts'
import { corpus } from './corpus.ts'
import { failuresAmong } from './explore.ts'
import { fromMutation } from './generate.ts'
import { linkifiedWorld } from './linkified-world.ts'

test(
  `damaged texts are rendered safely (${AMOUNT} from seed ${SEED})`,
  () => {
    const plain = contextOf({ world: linkifiedWorld }, typesetters)
    const context = { ...plain, settings: { ...plain.settings, translateEmoticons: true, fileLinks: true } }
    const texts = [...cases.map(({ source }) => source), ...corpus]
    expect(failuresAmong(fromMutation(SEED, AMOUNT, texts), context)).toEqual([])
  },
  TIME_LIMIT,
)

import { expect, test } from 'vitest'
import { contextOf } from '../cases/all.ts'
import { typesetters } from '../cases/typesetters.ts'
import { AMOUNT, SEED, TIME_LIMIT } from './amount.ts'
import { failuresAmong } from './explore.ts'
import { fromGrammar } from './generate.ts'
import { linkifiedWorld } from './linkified-world.ts'

test(
  `texts of the whole vocabulary are rendered safely (${AMOUNT} from seed ${SEED})`,
  () => {
    const context = contextOf({ world: linkifiedWorld }, typesetters)
    expect(failuresAmong(fromGrammar(SEED, AMOUNT), context)).toEqual([])
  },
  TIME_LIMIT,
)

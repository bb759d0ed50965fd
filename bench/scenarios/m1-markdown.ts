import { contextOf } from '../../test/markdown/cases/all.ts'
import { typesetters } from '../../test/markdown/cases/typesetters.ts'
import { adversarial } from '../../test/markdown/safety/adversarial.ts'
import { linkifiedWorld } from '../../test/markdown/safety/linkified-world.ts'
import { atLeast, atMost, figure } from '../figure.ts'
import { costOf, rateOf } from '../markdown/measure.ts'
import { ordinaryMessages } from '../markdown/ordinary-messages.ts'
import type { Scenario } from '../scenario.ts'
import { spreadOf } from '../statistics.ts'

const SHORT = 2_500
const LONG = 10_000
const WARM_UP = 2_000
const ROUND = 1_000
const TRIES = 5
/** Milliseconds. Below this, the ratio of two times is too imprecise. */
const SHORTEST = 0.25
const STEEPEST = 6
const SLOWEST = 100

const context = contextOf({ world: linkifiedWorld }, typesetters)

/** One expensive text, with its results of each round. */
interface Hard {
  readonly name: string
  readonly ratios: number[]
  readonly milliseconds: number[]
}

export const markdown: Scenario = {
  id: 'M1',
  title: 'rendering: ordinary messages on one core; texts made to be expensive, 10,000 characters ÷ 2,500',
  async run(bench) {
    rateOf(ordinaryMessages, context, WARM_UP)
    const rates: number[] = []
    const texts = Object.keys(adversarial).map((name): Hard => ({ name, ratios: [], milliseconds: [] }))
    for (let round = 0; round < bench.rounds; round += 1) {
      rates.push(rateOf(ordinaryMessages, context, ROUND))
      for (const text of texts) measure(text)
    }
    // The hardest text is chosen by its median, because among this number of texts some are disturbed in every round.
    const steepest = hardest(texts, ({ ratios }) => ratios)
    const slowest = hardest(texts, ({ milliseconds }) => milliseconds)
    bench.say(`the steepest: ${steepest.name}; the slowest: ${slowest.name}`)
    const scenario = 'M1'
    return [
      figure({ scenario, name: 'ordinary messages', unit: 'messages/s', measured: rates, target: atLeast(5_000) }),
      figure({
        scenario,
        name: 'steepest text, 10,000 ÷ 2,500',
        unit: '×',
        measured: steepest.ratios,
        target: atMost(STEEPEST),
      }),
      figure({
        scenario,
        name: 'slowest text of 10,000',
        unit: 'ms',
        measured: slowest.milliseconds,
        target: atMost(SLOWEST),
      }),
    ]
  },
}

function measure({ name, ratios, milliseconds }: Hard): void {
  const write = adversarial[name] as (length: number) => string
  const short = costOf(write(SHORT), context, TRIES)
  const long = costOf(write(LONG), context, TRIES)
  ratios.push(long / Math.max(short, SHORTEST))
  milliseconds.push(long)
}

function hardest(texts: readonly Hard[], by: (one: Hard) => readonly number[]): Hard {
  const median = (one: Hard) => spreadOf(by(one)).median
  return texts.reduce((best, one) => (median(one) > median(best) ? one : best))
}

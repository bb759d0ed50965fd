import { folderGraph } from './folder-graph.ts'
import { knots } from './knots.ts'

/** The largest knot that is left. This number may only shrink. */
const LARGEST_KNOT = 4

/** One line for each knot of features that has become too large. `npm run structure` prints the imports that tie it. */
export const knotProblems = (root: string, largest = LARGEST_KNOT): string[] =>
  knots(folderGraph(root))
    .filter(({ length }) => length > largest)
    .map((knot) => `${knot.length} folders import each other, at most ${largest} may: ${knot.join(', ')}.`)

type Graph = ReadonlyMap<string, { keys(): Iterable<string> }>

/** The groups of nodes that all lead to each other, largest first: the strongly connected components, by Tarjan. */
export function knots(graph: Graph): string[][] {
  const found: string[][] = []
  const numbers = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []

  const visit = (node: string): void => {
    numbers.set(node, numbers.size)
    let low = numbers.size - 1
    open.push(node)
    for (const next of graph.get(node)?.keys() ?? []) {
      if (!numbers.has(next)) visit(next)
      if (open.includes(next)) low = Math.min(low, lowest.get(next) ?? numbers.get(next) ?? low)
    }
    lowest.set(node, low)
    if (low === numbers.get(node)) found.push(open.splice(open.indexOf(node)))
  }

  for (const node of graph.keys()) if (!numbers.has(node)) visit(node)
  return found
    .filter(({ length }) => length > 1)
    .map((knot) => knot.sort())
    .sort((a, b) => b.length - a.length)
}

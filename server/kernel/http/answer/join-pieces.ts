/** Joins consecutive pieces to blocks of about this many bytes, because each block costs a change of threads. */
export function* joinPieces(pieces: Iterable<Buffer>, bytesOfBlock: number): Generator<Buffer> {
  let block: Buffer[] = []
  let bytes = 0
  for (const piece of pieces) {
    block.push(piece)
    bytes += piece.length
    if (bytes < bytesOfBlock) continue
    yield Buffer.concat(block)
    block = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(block)
}

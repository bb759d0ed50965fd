// The process that reads one mail: from its standard input, to its standard output. See read-apart.ts.
import { serialize } from 'node:v8'
import { type ReadMail, readMail } from './read-mail.ts'

/** The mail, or why nobody can read it. */
export type ReadResult = { readonly mail: ReadMail } | { readonly problem: string }

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk)
const reading: ReadResult = await readMail(Buffer.concat(chunks)).then(
  (mail) => ({ mail }),
  (error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
)
process.stdout.write(serialize(reading))

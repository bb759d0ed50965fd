import { endpoints } from '../../api/endpoints/index.ts'
import type { Client } from '../../client/client.ts'
import { ImportReport } from '../../server/operations/imports/report.ts'
import { runImport } from '../../server/operations/imports/run-import.ts'
import type { ImportSource, OpenSource } from '../../server/operations/imports/source.ts'
import type { TestServer } from '../harness.ts'

/** Imports an export as the command does. Returns what was new and what was left out. */
export async function importFrom(server: TestServer, open: OpenSource, path: string, fetchFiles = false) {
  const report = new ImportReport()
  return importSource(server, await open(path, { report, fetchFiles, outgoing: server.ctx.outgoing }), report)
}

/** Returns what was new and what was left out. */
export async function importSource(server: TestServer, source: ImportSource, report = new ImportReport()) {
  try {
    const added = await runImport(server.ctx, { realmId: server.realm.id, source, report })
    return { added: Object.fromEntries(added), report }
  } finally {
    await source.close()
  }
}

/** A client of an imported person, who has never signed in. */
export const clientOfImported = (server: TestServer, email: string): Client =>
  server.clientFor(server.realm.accountByEmail(email)!)

/** Everything that somebody has received, the oldest first. */
export async function allMessages(client: Client, isRendered = false) {
  const { messages } = await client.call(endpoints.getMessages, {
    anchor: 'newest',
    num_before: 1_000,
    num_after: 0,
    apply_markdown: isRendered,
    allow_empty_topic_name: true,
  })
  return messages
}

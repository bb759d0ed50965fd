import pg from 'pg'

/** The floor for durable writes: one row and one commit at a time on each of the connections. */
export interface InsertFloor {
  /** Commits per second during that time. */
  run(milliseconds: number): Promise<number>
  close(): Promise<void>
}

const BODY = 'x'.repeat(200)

export async function openInsertFloor(connection: pg.ClientConfig, connections: number): Promise<InsertFloor> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client(connection)
      await client.connect()
      return client
    }),
  )
  await clients[0]?.query(
    'create table if not exists bench_floor (id bigint generated always as identity primary key, body text not null)',
  )
  const insert = { name: 'floor', text: 'insert into bench_floor (body) values ($1)', values: [BODY] }
  return {
    async run(milliseconds) {
      const start = performance.now()
      const counts = await Promise.all(
        clients.map(async (client) => {
          let count = 0
          for (; performance.now() - start < milliseconds; count += 1) await client.query(insert)
          return count
        }),
      )
      return (counts.reduce((a, b) => a + b, 0) * 1000) / (performance.now() - start)
    },
    async close() {
      await clients[0]?.query('drop table if exists bench_floor')
      await Promise.all(clients.map((client) => client.end()))
    },
  }
}

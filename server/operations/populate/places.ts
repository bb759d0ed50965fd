import { type RawBuilder, sql } from 'kysely'
import { CHANNEL_GROUP_SETTINGS } from '../../kernel/realm-state/channel.ts'
import type { Random } from './random.ts'
import type { Size } from './sizes.ts'
import type { PopulateContext, Step } from './step.ts'

/** A planned channel. Its members are the users (start + k * stride) mod users, for k below its size. */
interface ChannelPlan {
  readonly place: number
  readonly name: string
  readonly size: number
  readonly start: number
  readonly stride: number
  readonly topics: number
  readonly inviteOnly: boolean
  readonly publicHistory: boolean
}

/** Channels of exact sizes with the first users as members, for benchmarks. */
const EXACT = [10, 100, 1_000]

/** Channels with their conversations in pop_place. A separate step adds the direct conversations to the same table. */
export const channels: Step = {
  name: 'channels',
  async run(to) {
    await sql`
      create temp table pop_place (
        place int primary key, conv_id int not null, channel_id int, size int not null, start int not null,
        stride int not null, topics int not null, members int[]
      ) on commit drop`.execute(to.tx)
    const plan = JSON.stringify(planChannels(to.size, to.random))
    await sql`
      create temp table pop_plan on commit drop as
      select * from json_to_recordset(${plan}::json) as p(
        place int, name text, size int, start int, stride int, topics int, "inviteOnly" boolean, "publicHistory" boolean)`.execute(
      to.tx,
    )
    await insertConversations(to)
    await sql`
      with made as (
        insert into channel (realm_id, conv_id, name, description, rendered_description, created_at, invite_only,
          history_public_to_subscribers, settings)
        select ${to.realmId}::int, c.conv_id, p.name, 'Made by populate', '<p>Made by populate</p>',
          ${to.now}::bigint - 366 * 86400, p."inviteOnly", p."publicHistory",
          ${defaultSettings(to.realmId)}
        from pop_plan p join pop_conv c using (place) order by p.place
        returning id, conv_id
      )
      insert into pop_place
      select p.place, made.conv_id, made.id, p.size, p.start, p.stride, p.topics, null
      from made join pop_conv c using (conv_id) join pop_plan p using (place)`.execute(to.tx)
    await sql`analyze pop_place`.execute(to.tx)
  },
}

/** The default permissions. These channels have no creator, so the creator's permissions go to `role:nobody`. */
function defaultSettings(realmId: number): RawBuilder<unknown> {
  const settings = Object.entries(CHANNEL_GROUP_SETTINGS)
  const names = settings.map(([name]) => name)
  const groups = settings.map(([, rule]) => (rule.default === 'channel_creator' ? 'role:nobody' : rule.default))
  return sql`(
    select jsonb_object_agg(s.name, g.id)
    from unnest(${names}::text[], ${groups}::text[]) as s(name, "group")
    join user_group g on g.realm_id = ${realmId}::int and g.is_system and g.name = s."group")`
}

async function insertConversations(to: PopulateContext): Promise<void> {
  await sql`create temp table pop_conv (place int primary key, conv_id int not null) on commit drop`.execute(to.tx)
  await sql`
    with made as (
      insert into conversation (realm_id) select ${to.realmId}::int from pop_plan returning id
    )
    insert into pop_conv select row_number() over (order by id) - 1, id from made`.execute(to.tx)
}

function planChannels(size: Size, random: Random): ChannelPlan[] {
  const topics = share(size.topics, size.channels, 0.7)
  const sizes = channelSizes(size)
  return sizes.map((members, place) => {
    const exact = EXACT.includes(members) && place >= size.channels - EXACT.length
    const everybody = place < size.everybody
    const inviteOnly = !everybody && !exact && place % 10 === 3
    return {
      place,
      name: everybody ? `everybody ${place + 1}` : exact ? `of ${members}` : `channel ${place + 1}`,
      size: members,
      start: exact ? 0 : random.below(size.users),
      stride: exact ? 1 : coprimeToTen(random.below(size.users)),
      topics: topics[place] as number,
      inviteOnly,
      publicHistory: !(inviteOnly && place % 20 === 3),
    }
  })
}

function channelSizes(size: Size): number[] {
  const others = size.channels - size.everybody
  const wanted = share((size.perUser - size.everybody) * size.users, others, 0.6)
  const sizes = wanted.map((members) => Math.min(Math.max(members, 10), Math.floor(size.users / 2)))
  const exact = EXACT.filter((members) => members <= size.users)
  sizes.splice(others - exact.length, exact.length, ...exact)
  return [...Array<number>(size.everybody).fill(size.users), ...sizes]
}

/** Divides a total among ranks by a power law. Each rank gets at least one. */
export function share(total: number, ranks: number, exponent: number): number[] {
  const weights = Array.from({ length: ranks }, (_, rank) => (rank + 4) ** -exponent)
  const sum = weights.reduce((a, b) => a + b, 0)
  return weights.map((weight) => Math.max(1, Math.round((total * weight) / sum)))
}

/** The numbers of users are products of 2 and 5, so this stride visits every user once before it repeats. */
function coprimeToTen(n: number): number {
  const odd = n % 2 === 0 ? n + 1 : n
  return odd % 5 === 0 ? odd + 2 : odd
}

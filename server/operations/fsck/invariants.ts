import type { Invariant } from '../../kernel/db/invariant.ts'
import { LOG_PURPOSES } from '../../kernel/log/log-purposes.ts'

const purposes = LOG_PURPOSES.map((purpose) => `('${purpose}')`).join(', ')

export const logInvariants: readonly Invariant[] = [
  {
    name: 'log-dense',
    holds: 'the log has every row from its floor to its counter, and no other, except for gaps left by a restore',
    breaches: `
      select format('organization %s: the log goes from %s to %s with %s rows, the counter says from %s to %s',
        l.realm_id, e.first, e.last, e.rows, l.floor, l.seq) as detail
      from realm_log l
      left join (
        select realm_id, count(*) as rows, min(seq) as first, max(seq) as last from event_log group by realm_id
      ) e on e.realm_id = l.realm_id
      left join lateral (
        select sum(greatest(0, least(g.last, l.seq) - greatest(g.first, l.floor) + 1)) as rows
        from log_gap g where g.realm_id = l.realm_id
      ) skipped on true
      where coalesce(e.rows, 0) + coalesce(skipped.rows, 0) <> greatest(0, l.seq - l.floor + 1)
        or e.first < l.floor or e.last > l.seq`,
  },
  {
    name: 'log-of-realm',
    holds: 'a row of the log belongs to an organization',
    breaches: `
      select format('the log has rows of organization %s, which is unknown', e.realm_id) as detail
      from (select distinct realm_id from event_log) e
      where not exists (select from realm_log l where l.realm_id = e.realm_id)`,
  },
  {
    name: 'cursor-within-log',
    holds: 'every reader of a log has a position in it, after which no row is missing',
    breaches: `
      select format('organization %s: the reader for %s is at %s, the log goes from %s to %s', l.realm_id, p.purpose,
        c.seq, l.floor, l.seq) as detail
      from realm_log l cross join (values ${purposes}) p(purpose)
      left join log_cursor c on c.realm_id = l.realm_id and c.purpose = p.purpose
      where c.seq is null or c.seq > l.seq or c.seq < l.floor - 1`,
  },
  {
    name: 'queue-within-log',
    holds: 'a queue was registered, and has acknowledged, at positions that the log has reached',
    breaches: `
      select format('queue %s is registered at %s and has acknowledged %s; the log is at %s', q.id, q.registered_seq,
        q.acked, l.seq) as detail
      from event_queue q left join realm_log l on l.realm_id = q.realm_id
      where l.seq is null or q.registered_seq > l.seq or q.registered_seq < 0 or q.acked >= (l.seq + 1) * 1024`,
  },
  {
    name: 'queue-of-account',
    holds: 'a queue belongs to an active account of its organization',
    breaches: `
      select format('queue %s belongs to account %s', q.id, q.user_id) as detail
      from event_queue q left join account a on a.id = q.user_id
      where a.realm_id is distinct from q.realm_id or not a.is_active`,
  },
]

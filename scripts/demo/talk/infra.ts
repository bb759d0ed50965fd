import type { Topic } from '../conversation.ts'
import { switchDay } from './switch-day.ts'

export const UPGRADE = 'Postgres 17 upgrade: rehearsal, then production on Thursday'

const LAG = `Nice. That spike is the logical slot draining. If we check lag first we can skip it entirely:

\`\`\`sql
SELECT slot_name, pg_size_pretty(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) AS lag
FROM pg_replication_slots WHERE active = true;  -- want this under 1 MB before the switch
\`\`\``

const WINDOW = `/poll When do we switch production?
Thursday 06:00 UTC
Thursday 20:00 UTC
Wait a week`

const upgrade: Topic = {
  channel: 'infra',
  topic: UPGRADE,
  policy: 'followed',
  said: [
    {
      by: 'tomasz',
      daysAgo: 3,
      at: '16:22',
      text: 'Rehearsal plan for Monday. Replica first, then a switch with the app in read-only for under two minutes. Runbook is in #**infra>Offsite backups, restore drill** so we only keep one copy.',
      reactions: { '+1': ['mara', 'chidera', 'priya', 'misaki', 'lars-erik', 'doyun'], memo: ['priya', 'chen-wen'] },
    },
    {
      by: 'lars-erik',
      daysAgo: 3,
      at: '17:05',
      text: 'One thing from Bergen: the site controller still speaks the old auth. I will upgrade it before we start, it is a ten minute job.',
    },
    {
      by: 'deploy-bot',
      daysAgo: 3,
      at: '17:48',
      text: '**staging** is now on `pg17-rc2`. Started by Tomasz Wróbel, finished in 4 min 12 s.',
    },
    {
      by: 'chidera',
      at: '09:31',
      text: 'Rehearsal done. One write spike when the slot caught up, otherwise flat:\n\n{picture}',
      picture: 'write-latency-rehearsal',
      reactions: { tada: ['tomasz', 'priya', 'misaki', 'doyun'], eyes: ['mara', 'tomasz'] },
    },
    { by: 'priya', at: '09:44', text: LAG, unread: true },
    { by: 'priya', at: '09:45', text: 'I will put it in the runbook as step 3.', unread: true },
    {
      by: 'misaki',
      at: '10:02',
      text: 'ステージングで確認しました。検索インデックスの再構築は 6 分でした。本番は 3 倍くらい見ておくと安全です。',
      reactions: { pray: ['tomasz', 'priya', 'doyun'] },
      unread: true,
    },
    {
      by: 'tomasz',
      at: '10:11',
      text: '@**Mara Lindqvist** you own the status page text. Could you pick the window so I can schedule it?',
      unread: true,
    },
    { by: 'priya', at: '10:14', text: 'Runbook is updated, please reread steps 3 to 5.', unread: true },
    {
      by: 'chen-wen',
      at: '10:16',
      text: '旧版本的备份脚本还在用 `pg_dump 15`，我今天改掉。',
      reactions: { '+1': ['priya'] },
      unread: true,
    },
    { by: 'doyun', at: '10:18', text: '앱의 읽기 전용 배너는 준비됐습니다.', unread: true },
    { by: 'tomasz', at: '10:20', text: 'Thank you both. That leaves only the window.', unread: true },
    {
      by: 'tomasz',
      at: '10:21',
      text: WINDOW,
      votes: { tomasz: 0, chidera: 0, priya: 0, misaki: 0, doyun: 0, 'lars-erik': 1, amina: 1, 'chen-wen': 2 },
      unread: true,
    },
    {
      by: 'lars-erik',
      at: '10:22',
      text: 'Bergen is done: the controller speaks the new auth since `09:58`.',
      reactions: { rocket: ['tomasz', 'chidera'] },
      unread: true,
    },
    { by: 'chidera', at: '10:24', text: 'I can watch the replica from 05:30 on.', unread: true },
    { by: 'misaki', at: '10:25', text: '朝 6 時(UTC)なら、こちらは午後なので立ち会えます。', unread: true },
  ],
}

export const INFRA: readonly Topic[] = [
  upgrade,
  switchDay,
  {
    channel: 'infra',
    topic: 'Runner queue is slow again',
    said: [
      { by: 'priya', daysAgo: 1, at: '15:02', text: 'Builds wait for minutes again. Same as in September?' },
      { by: 'metrics-bot', at: '08:10', text: 'Median wait is 6 min, up from 2 min', unread: true },
      { by: 'doyun', at: '08:22', text: 'Two of five runners are stuck on a full disk.', unread: true },
      { by: 'doyun', at: '08:31', text: 'Cleaned one, the other one needs a restart.', unread: true },
      { by: 'metrics-bot', at: '08:40', text: 'Median wait is 11 min, up from 2 min', unread: true },
    ],
  },
  {
    channel: 'infra',
    topic: 'Offsite backups, restore drill',
    said: [
      {
        by: 'tomasz',
        daysAgo: 2,
        at: '11:15',
        text: 'The drill took 41 minutes, of which 30 were looking for the key. So:\n\n1. the key is in the safe **and** with Mara\n2. the next drill is on the first Monday of December\n3. the person who restores writes down every surprise',
        reactions: { lock_with_key: ['mara', 'priya'] },
        saved: true,
      },
      {
        by: 'mara',
        daysAgo: 2,
        at: '11:40',
        text: 'I have it, in the red envelope behind the router.',
        earlier: ['I have it.', 'I have it, in the blue envelope behind the router.'],
        reactions: { heart: ['tomasz'] },
      },
    ],
  },
  {
    channel: 'infra',
    topic: 'Renew *.lantern.works certificate',
    resolvedBy: 'chidera',
    said: [
      { by: 'metrics-bot', daysAgo: 5, at: '06:00', text: 'The certificate ends in **14 days**.' },
      { by: 'chidera', daysAgo: 5, at: '09:12', text: 'Renewed, and the reminder is at 30 days now.' },
    ],
  },
  {
    channel: 'infra',
    topic: 'IPv6 at the Bergen site',
    said: [
      {
        by: 'lars-erik',
        daysAgo: 4,
        at: '13:20',
        text: 'The provider gave us a /48. The stations will need about nine of them 😄',
      },
      { by: 'chidera', daysAgo: 4, at: '13:31', text: '> about nine of them\n\nLet us start with one.' },
    ],
  },
  {
    channel: 'incidents',
    topic: 'Gateway Oslo lost power',
    resolvedBy: 'tomasz',
    said: [
      { by: 'metrics-bot', daysAgo: 6, at: '02:14', text: ':rotating_light: 212 stations silent since 02:11' },
      {
        by: 'tomasz',
        daysAgo: 6,
        at: '02:19',
        text: 'I am on it. The building has no power, the battery holds for two hours.',
      },
      { by: 'tomasz', daysAgo: 6, at: '03:40', text: 'Back. Nothing is lost: stations keep 48 hours.' },
    ],
  },
  {
    channel: 'data-pipeline',
    topic: 'Late readings after an outage',
    said: [
      {
        by: 'chen-wen',
        daysAgo: 1,
        at: '10:40',
        text: 'The mean of an hour is\n\n```math\n\\bar{x} = \\frac{1}{n} \\sum_{i=1}^{n} x_i\n```\n\nand late readings change $$n$$. So we compute it again for two days.',
      },
      { by: 'priya', daysAgo: 1, at: '11:05', text: 'Agreed. Charts should say that they may still change.' },
    ],
  },
]

import type { Conversation } from '../conversation.ts'

export const COMMUNITY: readonly Conversation[] = [
  {
    channel: 'announcements',
    topic: 'Welcome, Tunis!',
    said: [
      {
        by: 'ines',
        daysAgo: 4,
        at: '09:00',
        text: 'The first stations in Tunisia go up next week. Amina, Noa and Lars-Erik are on site. 🎉',
        reactions: { tada: ['mara', 'tomasz', 'priya', 'misaki', 'doyun'], flag_tunisia: ['amina', 'lars-erik'] },
      },
    ],
  },
  {
    channel: 'announcements',
    topic: 'Office closed on Friday',
    said: [
      {
        by: 'maximiliana',
        at: '08:00',
        text: 'The heating in Umeå is repaired on Friday. Please work from home.',
        unread: true,
      },
    ],
  },
  {
    channel: 'field-notes',
    topic: 'Roof of La Marsa',
    said: [
      {
        by: 'amina',
        daysAgo: 1,
        at: '12:10',
        text: 'The mast stands where the old antenna was.\n\n{picture}',
        picture: 'roof-marsa',
        reactions: { heart_eyes: ['mara', 'noa'] },
      },
    ],
  },
  {
    channel: 'tea-break',
    topic: 'Which tea is it today?',
    said: [
      { by: 'misaki', at: '07:30', text: 'ほうじ茶です。', unread: true },
      { by: 'tomasz', at: '07:41', text: 'Black, with jam.', reactions: { tea: ['misaki', 'mara'] }, unread: true },
      { by: 'jules', at: '07:45', text: 'Coffee, sorry.', reactions: { coffee: ['noa', 'priya'] }, unread: true },
    ],
  },
  {
    channel: '日本チーム',
    topic: '大阪のセンサー交換',
    said: [
      { by: 'misaki', daysAgo: 1, at: '05:20', text: '来週の火曜日に三台交換します。停止は一台につき十分です。' },
      {
        by: 'mara',
        daysAgo: 1,
        at: '08:15',
        text: 'ありがとう! I will note it on the status page.',
        reactions: { pray: ['misaki'] },
      },
    ],
  },
  {
    with: ['misaki'],
    said: [
      { by: 'mara', at: '09:58', text: 'How was the roof? Did the long cable fit?' },
      { by: 'misaki', at: '10:20', text: 'ぴったりでした。', unread: true },
      {
        by: 'misaki',
        at: '10:21',
        text: '**You can answer tomorrow**, it is late here. Photos from the roof tomorrow 📷',
        unread: true,
      },
    ],
  },
  {
    with: ['amina', 'noa', 'lars-erik'],
    said: [
      {
        by: 'lars-erik',
        daysAgo: 1,
        at: '18:40',
        text: 'I land Tuesday 11:05. Is the roof access sorted, or do I bring the long ladder? 🪜',
      },
      {
        by: 'amina',
        daysAgo: 1,
        at: '18:52',
        text: 'سيكون المفتاح عند الحارس. لا تحتاج إلى السلّم الطويل.',
        reactions: { raised_hands: ['mara', 'lars-erik'] },
      },
      {
        by: 'amina',
        at: '09:50',
        text: 'وصلت الحساسات الجديدة إلى تونس. الصورة من السطح هذا الصباح:\n\n{picture}',
        picture: 'roof-marsa',
        unread: true,
      },
      { by: 'noa', at: '09:55', text: 'איזה יופי! הוספתי רשימה כדי שלא נשכח כלום.', unread: true },
      {
        by: 'noa',
        at: '09:56',
        text: '/todo Tunis install\nCustoms papers\nSensors arrived\nMast on the roof: Lars-Erik flies in on Tuesday\nمعايرة أول قراءة',
        done: [0, 1],
        unread: true,
      },
      { by: 'lars-erik', at: '09:57', text: 'I bring the short ladder then.', unread: true },
      { by: 'amina', at: '09:58', text: 'ممتاز 👍', unread: true },
    ],
  },
  {
    with: ['tomasz'],
    said: [
      { by: 'tomasz', daysAgo: 1, at: '16:05', text: 'Could you read the status page text before Thursday?' },
      { by: 'mara', daysAgo: 1, at: '16:31', text: 'Yes, it is on my list.', reactions: { '+1': ['tomasz'] } },
    ],
  },
  {
    with: ['chidera'],
    said: [{ by: 'mara', daysAgo: 2, at: '12:00', text: 'Lunch on Wednesday when you are here?' }],
  },
  {
    with: ['maximiliana'],
    said: [{ by: 'maximiliana', daysAgo: 3, at: '09:30', text: 'The contract with Rovaniemi is signed.', saved: true }],
  },
  {
    with: ['priya', 'tomasz'],
    said: [{ by: 'priya', daysAgo: 4, at: '14:00', text: 'Who takes the on-call week before the holidays?' }],
  },
  {
    with: ['jules'],
    said: [{ by: 'jules', daysAgo: 6, at: '11:00', text: 'Thank you for the warm welcome!' }],
  },
]

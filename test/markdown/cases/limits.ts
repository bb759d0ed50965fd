import type { Case, CaseGroup } from './case.ts'

const pictures = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `https://example.com/${i + 1}.png`)

const link = (url: string): string => `<a href="${url}">${url}</a>`
const preview = (url: string): string =>
  `<div class="message_inline_image"><a href="${url}"><img src="/external_content/${encodeURIComponent(url)}"></a></div>`

const ofPictures = (name: string, count: number, isPreviewed: boolean): Case => {
  const urls = pictures(count)
  const paragraph = `<p>${urls.map(link).join(' ')}</p>`
  return {
    name: `limit: ${name}`,
    source: urls.join(' '),
    html: [paragraph, ...(isPreviewed ? urls.map(preview) : [])].join('\n'),
    says: { links: urls, hasImage: isPreviewed },
  }
}

export const limits: CaseGroup = {
  title: 'Limits',
  cases: [
    ofPictures('twenty-four addresses are previewed', 24, true),
    ofPictures('of twenty-five addresses none is', 25, false),
    {
      name: 'limit: the same address counts once',
      source: Array.from({ length: 30 }, () => 'https://example.com/1.png').join(' '),
      html: [
        `<p>${Array.from({ length: 30 }, () => link('https://example.com/1.png')).join(' ')}</p>`,
        preview('https://example.com/1.png'),
      ].join('\n'),
      says: { links: ['https://example.com/1.png'], hasImage: true },
    },
  ],
}

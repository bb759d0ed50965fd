import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { postForm } from '../../../test/post-form.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { addLinkifier, getLinkifiers, removeLinkifier, updateLinkifier } = endpoints

const TICKET = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://trac.example.com/ticket/{id}' }

const NO_WEB = 'URL templates must begin with https://, http:// or mailto:.'

const inAll = (msg: string) => ({ msg, data: { errors: { __all__: [msg] } } })
const inField = (field: string, msg: string) => ({ msg, data: { errors: { [field]: [msg] } } })

describe('a linkifier is refused', () => {
  const { server } = useServer()
  let existing: number

  beforeAll(async () => {
    existing = await add({ pattern: 'EXISTS-(?P<id>[0-9]+)' })
  })

  const add = async (fields: object) => (await server.owner.call(addLinkifier, { ...TICKET, ...fields })).id
  const update = (fields: object) => server.owner.call(updateLinkifier, { filter_id: existing, ...TICKET, ...fields })

  test.each([
    ['no pattern', { pattern: ' ' }, inField('pattern', 'This field cannot be blank.')],
    ['no template', { url_template: '' }, inField('url_template', 'This field cannot be blank.')],
    [
      'a pattern that is none',
      { pattern: '(?P<id>[0-9]+' },
      inAll('Bad regular expression: error parsing regexp: missing closing ): `(?P<id>[0-9]+`'),
    ],
    [
      'a pattern with lookahead',
      { pattern: '#(?=x)(?P<id>.)' },
      inAll('Bad regular expression: error parsing regexp: invalid or unsupported Perl syntax: `(?=`'),
    ],
    [
      'a pattern of too many steps',
      { pattern: '#(?P<id>[0-9]{501})' },
      inAll('Bad regular expression: pattern too large - compile failed'),
    ],
    [
      'a template that is none',
      { url_template: 'https://x.example.com/{id' },
      inField('url_template', 'Invalid URL template.'),
    ],
    ['a template of a script', { url_template: 'javascript:alert({id})' }, inField('url_template', NO_WEB)],
    ['a template without a scheme', { url_template: '/ticket/{id}' }, inField('url_template', NO_WEB)],
    ['a template that begins with a variable', { url_template: '{+id}' }, inField('url_template', NO_WEB)],
    ['a template whose scheme ends in a variable', { url_template: 'http{id}' }, inField('url_template', NO_WEB)],
    ['a template without a host', { url_template: 'https:{+id}' }, inField('url_template', NO_WEB)],
    [
      'an alternative of a script',
      { alternative_url_templates: ['javascript:alert({id})'] },
      inField('alternative_url_templates', NO_WEB),
    ],
    [
      'an alternative that begins with a variable',
      { alternative_url_templates: ['https://x.example.com/{id}', '{id}'] },
      inField('alternative_url_templates', NO_WEB),
    ],
    [
      'a variable that the pattern lacks',
      { url_template: 'https://x.example.com/{id}/{z}/{part}' },
      inAll("Group 'part' in URL template is not present in linkifier pattern."),
    ],
    [
      'a group that the template lacks',
      { pattern: '#(?P<id>.)(?P<z>.)(?P<part>.)' },
      inAll("Group 'part' in linkifier pattern is not present in URL template."),
    ],
    [
      'an example that does not match',
      { example_input: 'nothing' },
      inAll('Example input does not match the linkifier pattern.'),
    ],
    [
      'a reverse template without an example',
      { reverse_template: '#{id}' },
      {
        msg: 'Example text is required when auto-conversion field is set.',
        data: { required_parameter: 'Example text', set_parameter: 'auto-conversion field' },
      },
    ],
    [
      'a reverse template that produces another text',
      { example_input: '#12', reverse_template: '{id}' },
      inAll('Example text does not match auto-conversion field.'),
    ],
    [
      'a reverse template with another variable',
      { example_input: '#12', reverse_template: '#{nr}' },
      inAll("Group 'nr' in auto-conversion field is not present in linkifier pattern."),
    ],
    [
      'a reverse template that is not closed',
      { example_input: '#12', reverse_template: '#{id' },
      inAll("Invalid auto-conversion field: missing '}' character."),
    ],
    [
      'a reverse template without a name',
      { example_input: '#12', reverse_template: '#{}' },
      inAll('Invalid auto-conversion field: empty field name.'),
    ],
    [
      'an alternative that is no template',
      { alternative_url_templates: ['https://x.example.com/{'] },
      inField('alternative_url_templates', 'Invalid URL template.'),
    ],
    [
      'an empty alternative',
      { alternative_url_templates: [' '] },
      inField('alternative_url_templates', 'Invalid URL template.'),
    ],
    [
      'an alternative without the variables',
      { alternative_url_templates: ['https://x.example.com/'] },
      inAll("Group 'id' in linkifier pattern is not present in URL template."),
    ],
    [
      'an alternative twice',
      { alternative_url_templates: ['https://x.example.com/{id}', 'https://x.example.com/{id}'] },
      inField('alternative_url_templates', 'Alternative URL templates must be unique.'),
    ],
    [
      'an alternative that is the template',
      { alternative_url_templates: [TICKET.url_template] },
      inField('alternative_url_templates', 'Alternative URL templates must be unique.'),
    ],
  ])('with %s', async (_, fields, { msg, data }) => {
    await refused(add(fields), msg, { data })
    await refused(update(fields), msg, { data })
  })

  test('not for a mail address, or the spelling of its scheme', async () => {
    const alternative_url_templates = ['HTTP://x.example.com/{id}']
    const id = await add({ url_template: 'mailto:{id}@example.com', alternative_url_templates })
    await server.owner.call(removeLinkifier, { filter_id: id })
  })

  test('with a pattern that another has', async () => {
    const { msg, data } = inAll('Realm filter with this Realm and Pattern already exists.')
    const id = await add({})
    await refused(add({}), msg, { data })
    await refused(update({}), msg, { data })
    // Its own pattern is free to it.
    await server.owner.call(updateLinkifier, { filter_id: id, ...TICKET, example_input: '#1' })
    await server.owner.call(removeLinkifier, { filter_id: id })
  })

  test.each([
    [{ pattern: 'x'.repeat(501) }, 'pattern is too long (limit: 500 characters)'],
    [{ url_template: 'x'.repeat(1001) }, 'url_template is too long (limit: 1000 characters)'],
    [{ example_input: 'x'.repeat(1001) }, 'example_input is too long (limit: 1000 characters)'],
    [{ reverse_template: 'x'.repeat(1001) }, 'reverse_template is too long (limit: 1000 characters)'],
    [
      { alternative_url_templates: JSON.stringify(['x'.repeat(1001)]) },
      'alternative_url_templates[0] is too long (limit: 1000 characters)',
    ],
    [
      { alternative_url_templates: JSON.stringify(Array(21).fill('x')) },
      'alternative_url_templates is too long (limit: 20 items)',
    ],
    [{ alternative_url_templates: '["a",1]' }, 'alternative_url_templates[1] is not a string'],
  ])('when it is too long, or of another type', async (fields: object, msg) => {
    const { email, apiKey } = server.owner.options
    const owner = { email: email!, apiKey: apiKey! }
    expect(await postForm(server, owner, '/realm/filters', { ...TICKET, ...fields })).toMatchObject({ msg })
  })

  test('when all together would cost too much', async () => {
    const ids: number[] = []
    const large = (n: number) => ({ pattern: `${n}-(?:a?){240}(?P<id>b)` })
    const fill = async () => {
      for (let n = 0; n < 20; n += 1) ids.push(await add(large(n)))
    }
    await refused(fill(), 'The linkifiers of this organization are too large together.')
    expect(ids.length).toBeGreaterThan(5)
    await refused(update(large(99)), 'The linkifiers of this organization are too large together.')
    for (const id of ids) await server.owner.call(removeLinkifier, { filter_id: id })
  })

  test('when there are too many', async () => {
    const fill = async () => {
      for (let n = 0; n < 110; n += 1) await add({ pattern: `${n}-(?P<id>x)` })
    }
    await refused(fill(), 'An organization can have at most 100 linkifiers.')
    expect((await server.owner.call(getLinkifiers, {})).linkifiers).toHaveLength(100)
    // One that is there can still be changed.
    await update({ example_input: '#1' })
  })
})

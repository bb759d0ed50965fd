import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { endpoints } from './endpoints/index.ts'
import { createOpenApi } from './openapi.ts'

const document = createOpenApi({ version: '0.0.0', url: 'http://localhost:9991' })

describe('the OpenAPI document', () => {
  it('names every operation once', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => (operation as { operationId: string }).operationId),
    )
    expect(ids.sort()).toEqual(
      Object.values(endpoints)
        .map(({ id }) => id)
        .sort(),
    )
  })

  it('points only at what it holds', () => {
    const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name)
    for (const name of new Set(names)) expect(Object.keys(document.components.schemas)).toContain(name)
    expect(JSON.stringify(document)).not.toContain('#/$defs/')
  })

  it('shows parameters as values, with their defaults', () => {
    const operation = document.paths['/messages']?.['get'] as { parameters: { name: string }[] }
    const { parameters } = operation
    const byName = Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter]))
    expect(byName).toMatchObject({
      client_gravatar: { in: 'query', required: false, schema: { type: 'boolean', default: true } },
      include_anchor: { schema: { type: 'boolean', default: true } },
      narrow: { content: { 'application/json': { schema: { default: [] } } } },
    })
  })

  it('is the same every time', () => {
    expect(createOpenApi({ version: '0.0.0', url: 'http://localhost:9991' })).toEqual(document)
  })

  it('is valid for the parser of the API page', async () => {
    const page = createRequire(import.meta.resolve('@scalar/fastify-api-reference'))
    const parser = await import(pathToFileURL(page.resolve('@scalar/openapi-parser')).href)
    const { valid, errors } = await parser.validate(structuredClone(document))
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
  })
})

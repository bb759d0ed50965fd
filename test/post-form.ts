import type { Person, TestServer } from './harness.ts'

/** Sends fields without validation, because the typed client cannot send invalid ones. */
export async function postForm(
  { url }: Pick<TestServer, 'url'>,
  { email, apiKey }: Pick<Person, 'email' | 'apiKey'>,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
    body: new URLSearchParams(fields),
  })
  return (await response.json()) as Record<string, unknown>
}

import { OWNER } from '../../test/faults/server-process.ts'
import type { Person } from './requests.ts'

/** The owner of the organization that a new server has. */
export async function signInOwner(url: string): Promise<Person> {
  const body = new URLSearchParams({ username: OWNER.email, password: OWNER.password })
  const answer = await fetch(`${url}/api/v1/fetch_api_key`, { method: 'POST', body })
  const { api_key, email, user_id } = (await answer.json()) as { api_key: string; email: string; user_id: number }
  return { id: user_id, email, api_key }
}

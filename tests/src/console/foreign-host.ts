import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a server of pages that have whatever scripts somebody runs in them. */
export async function startForeignHost() {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>Elsewhere</title><body></body>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    address: `127.0.0.1:${port}`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Runs in a page: asks the interface and the console in every way that a script has; returns everything that it gets. */
export async function askAsSession(console: string, organizationId: string): Promise<string[]> {
  const own = { credentials: 'include' } as const
  const html = { ...own, headers: { accept: 'text/html' } }
  const headers = { 'content-type': 'application/json', 'x-quire-console': 'a-guess' }
  const body = JSON.stringify({ title: 'Stolen', name: 'Stolen', displayName: 'Stolen' })
  const writes = (url: string, method = 'POST'): [string, RequestInit][] => [
    [url, { ...own, headers, method, body }],
    [url, { ...own, method: 'POST', body, mode: 'no-cors' }],
  ]
  const requests: [string, RequestInit][] = [
    [`${console}/v1/user`, own],
    [`${console}/v1/user`, { ...own, headers }],
    [`${console}/v1/user`, { ...own, mode: 'no-cors' }],
    [`${console}/`, html],
    [`${console}/o/${organizationId}`, html],
    ...writes(`${console}/v1/orgs/${organizationId}/teams`),
    ...writes(`${console}/v1/user/tokens`),
    ...writes(`${console}/v1/user`, 'PATCH'),
  ]
  return await Promise.all(
    requests.map(([url, init]) =>
      fetch(url, init).then(
        async (answer) => `${answer.status} ${await answer.text()}`,
        () => 'refused',
      ),
    ),
  )
}

/** Returns a script that shows an address in a frame. */
export const frame = (address: string) => `{
  const frame = document.createElement('iframe')
  frame.src = ${JSON.stringify(address)}
  document.body.append(frame)
}`

/** Returns a script that sends a form to an address as what JSON may begin with, in place of the page or in a frame. */
export const sendForm = (address: string, target: '_self' | 'framed') => `{
  const frame = document.createElement('iframe')
  frame.name = 'framed'
  const form = document.createElement('form')
  Object.assign(form, { action: ${JSON.stringify(address)}, method: 'post', enctype: 'text/plain', target: '${target}' })
  const field = document.createElement('input')
  Object.assign(field, { name: '{"title":"Stolen","name":"Stolen","x":"', value: '"}' })
  form.append(field)
  document.body.append(frame, form)
  form.submit()
}`

/**
 * A bundle as the published build of integrations makes it: a module whose default export takes each event as a form, here
 * with everything that a hostile one could try, chosen by the type of the event.
 */
export const bundleScript = (title = 'first') => `
const kept = []
const json = (value, status = 200) => new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })
const reached = async (url, init) => {
  const headers = { 'x-forwarded-for': '203.0.113.7', 'x-own': 'kept' }
  try { return (await fetch(url, { redirect: 'manual', headers, ...init })).status } catch (error) { return String(error) }
}
const handlers = {
  async installation_setup(event, environment) {
    const { apiEndpoint, apiTokens, secrets, installation } = environment
    const headers = { authorization: 'Bearer ' + apiTokens.installation, 'content-type': 'application/json' }
    const body = JSON.stringify({ title: ${JSON.stringify(title)}, secrets, installation: installation.id })
    const answer = await fetch(apiEndpoint + '/v1/echo', { method: 'POST', headers, body })
    return json({}, answer.ok ? 200 : 500)
  },
  ui_render: async ({ props }, { spaceInstallation }) => json({
    element: { type: 'block', children: [{ type: 'text', children: [props.size + ' of ' + spaceInstallation.space] }] },
    state: {}, props,
  }),
  loop() { for (;;); },
  microtasks: () => { const again = () => Promise.resolve().then(again); return again() },
  async buffers() { for (;;) { kept.push(new Uint8Array(4_000_000).fill(1)); await new Promise((resolve) => setTimeout(resolve)) } },
  objects() { for (;;) kept.push({ at: kept.length, text: 'x' + kept.length }) },
  complain() { for (;;) console.error('x'.repeat(1_000_000)) },
  hang: () => new Promise(() => setInterval(() => {}, 1000)),
  endless: () => new Response(new ReadableStream({ pull(to) { to.enqueue(new Uint8Array(10_000)) } })),
  async fetches({ urls }) { return json(await Promise.all(urls.map((url) => reached(url)))) },
  async sends({ url, bytes }) { return json(await reached(url, { method: 'POST', body: new Uint8Array(bytes) })) },
  async connects({ address }) {
    const { connect } = await import('cloudflare:sockets')
    try { await connect(address).opened; return json('open') } catch { return json('refused') }
  },
  async files() {
    const { default: fs } = await import('node:fs').catch(() => ({ default: undefined }))
    return json({ env: Object.keys(globalThis.process?.env ?? {}), root: fs?.readdirSync('/') ?? [] })
  },
  headers: () => new Response('x', { headers: { 'set-cookie': 'a=b', 'x-odd': 'y'.repeat(40_000) } }),
  ping: () => json('pong'),
  async fetch({ request }, { apiEndpoint, installation, spaceInstallation, integration }, form) {
    if (request.url.endsWith('/gate')) return new Response(String((await fetch(apiEndpoint + '/v1/gate')).status))
    const body = await form.get('fetch-body')?.text()
    const about = { request, body, installation: installation?.id, space: spaceInstallation?.space, urls: integration.urls }
    const headers = { 'content-type': 'text/html', 'set-cookie': 'a=b', location: '/elsewhere', 'x-quire-position': '1' }
    return new Response(JSON.stringify(about), { status: 302, headers })
  },
}
export default {
  async fetch(request) {
    const form = await request.formData()
    const event = JSON.parse(form.get('event'))
    const handle = handlers[event.type]
    return handle ? handle(event, JSON.parse(form.get('environment')), form) : json({ error: 'unknown type' }, 406)
  },
}
`

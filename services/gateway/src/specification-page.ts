import { type RequestHandler, Router } from 'express'
import helmet from 'helmet'

/**
 * Serves `/docs/openapi/{id}`, a person's view of a public OpenAPI specification: `urls.app` of specifications. The page
 * is the same for every id, so it reveals nothing; its script reads the public address as anybody may.
 */
export function specificationPage(publicUrl: string): Router {
  const router = Router()
  const { origin, pathname } = new URL(publicUrl)
  const prefix = pathname.replace(/\/$/, '')
  router.get('/docs/openapi/:id', pagePolicy(origin), (_, response) => {
    response.set('Cache-Control', 'no-cache').type('html').send(page(prefix))
  })
  router.get('/docs/specification.js', forSandboxes, (_, response) => void response.type('js').send(script(prefix)))
  return router
}

/** Lets sandboxed pages load the answer: their origin differs from every other one. */
export const forSandboxes: RequestHandler = (_, response, next) => {
  response.set('Cross-Origin-Resource-Policy', 'cross-origin')
  next()
}

/**
 * Confines the page to a sandbox with an origin of its own: strangers write specifications, and nothing in one may act
 * with what the browser has stored for this installation, nor load anything from elsewhere. In a sandbox `'self'` is
 * not the page's host in every browser, so the host is named.
 */
const pagePolicy = (origin: string): RequestHandler =>
  helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: [origin],
      styleSrc: [origin, "'unsafe-inline'"],
      imgSrc: ['data:'],
      connectSrc: [origin],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
      sandbox: ['allow-scripts', 'allow-popups', 'allow-popups-to-escape-sandbox'],
    },
  })

const page = (prefix: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>OpenAPI specification</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${prefix}/docs/swagger-ui.css">
<style>body { margin: 0; font-family: system-ui, sans-serif } #absent, #failed { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.5 } #absent pre { overflow-x: auto; padding: 1rem; background: #f2f2f2; color: #111 }</style>
</head>
<body>
<div id="reference"></div>
<noscript><main><p>This page shows the specification by a script. Without one, read it at the address in <code>urls.published</code>.</p></main></noscript>
<main id="absent" hidden>
<h1>No public specification here</h1>
<p>There is no OpenAPI specification at this address that everybody may read. One that was published a moment ago is still being processed: reload the page.</p>
<p>If you published it, it is private until you open it to everybody:</p>
<pre>curl -X PATCH "$GITBOOK_ENDPOINT/v1/orgs/ORGANIZATION/openapi/SPECIFICATION" \\
  -H "Authorization: Bearer $GITBOOK_TOKEN" \\
  -H 'Content-Type: application/json' -d '{"visibility":"public"}'</pre>
<p>For the members of your organization only, leave it private and insert its pages into a space with a change request.</p>
<p>The same address with <code>GET</code> says in <code>lastProcessedErrors</code> what could not be read of it.</p>
</main>
<main id="failed" hidden><h1>The specification could not be loaded</h1><p>Reload the page in a moment.</p></main>
<script src="${prefix}/docs/swagger-ui-bundle.js"></script>
<script src="${prefix}/docs/specification.js"></script>
</body>
</html>
`

/** Requests are not sent from the page, so it asks for no credentials either. */
const script = (prefix: string) => `const show = (id) => { document.getElementById(id).hidden = false }
const read = async () => {
  const id = location.pathname.split('/').filter(Boolean).at(-1)
  const response = await fetch('${prefix}/v1/openapi-specs/' + id + '/versions/latest')
  if (response.status === 404) return show('absent')
  if (!response.ok) return show('failed')
  const spec = await response.json()
  if (spec.info && spec.info.title) document.title = String(spec.info.title)
  const nothing = () => null
  const readOnly = { wrapComponents: { authorizeBtn: () => nothing, authorizeOperationBtn: () => nothing } }
  SwaggerUIBundle({ spec, dom_id: '#reference', plugins: [readOnly], supportedSubmitMethods: [], validatorUrl: null })
}
read().catch(() => show('failed'))
`

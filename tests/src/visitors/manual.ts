import { everyKind, specification } from '../../../services/sites/src/website/render/blocks/every-kind.fixture.ts'
import { processed } from '../support/petstore.ts'
import type { BrowserVisitors } from './browser-visitors.ts'
import { interfaceText } from './hostile-pages.ts'

const crank = 'The crank turns the wheel and never tires of it, whatever the weather. '
const systems = ['macOS', 'Linux']
const tabs = `{% tabs %}\n${systems.map((name) => `{% tab title="${name}" %}\nFor ${name}.\n{% endtab %}`).join('\n')}\n{% endtabs %}`

/** A long page with headings that are called as parts of the frame are. */
const turning = `${crank.repeat(9)}

## Menu

${tabs}

${crank.repeat(40)}

## Content

${tabs}

\`\`\`js
const turns = [1, 2, 3]
turn(turns)
\`\`\`

<button type="button" class="button primary" data-action="search" data-query="spring">Search for springs</button>
<button type="button" class="button secondary" data-action="ask" data-query="When do I oil the spring?">Ask about oil</button>

{% prompt description="Ask" openInAIProviders="true" %}
\`\`\`
How do I turn it?
\`\`\`
{% endprompt %}

### Spring

Oil the spring **each year**. ${crank.repeat(40)}
`

const row = (at: string) => `| ${Array.from({ length: 10 }, (_, column) => `${at} ${column}`).join(' | ')} |`
const table = [row('Column'), row('-').replaceAll(/- \d+/g, '-'), ...Array.from({ length: 6 }, () => row('cell'))]

export const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300" fill="#88a"/></svg>'

const arabic = `## عنوان

هذا نص عربي مع \`code\`.

> اقتباس

{% hint style="success" %}
ملاحظة
{% endhint %}

${tabs}
`

const to = (path: string) => ({ kind: 'url', url: `https://example.com/${path}` })
export const manualLooks = {
  announcement: { enabled: true, message: 'Version 2 is here.', link: { title: 'Read on', to: to('new') } },
  header: {
    links: [
      { title: 'Blog', to: to('blog') },
      { title: 'Community', links: [{ title: 'Forum', to: to('forum') }] },
      { title: 'Sign up', style: 'button-primary', to: to('up') },
    ],
  },
  footer: { groups: [{ title: 'Company', links: [{ title: 'Jobs', to: to('jobs') }] }], copyright: '© Acme' },
  privacyPolicy: { url: 'https://example.com/privacy' },
}

/** Publishes a site with each kind of page, in two versions, with a section in a group, at `manual`. */
export async function seedManual({ made, space, site, world }: BrowserVisitors) {
  const text = JSON.stringify({ ...specification, info: { title: 'Pets', version: '1' } })
  await processed(world, () => made('createOpenAPISpec', {}, { slug: 'pets', source: { text } }))
  // The blocks of an API have a separate page.
  const [blocks = '', notes = ''] = everyKind.split(/\{% openapi src.*endopenapi-schemas %\}/s)
  const every = (blocks + notes).replaceAll(/\/files\/(?:light|dark|cover|i1|d1)\b/g, '/files/{file 0}')
  const files = [{ name: 'picture.svg', contentType: 'image/svg+xml', text: picture }]
  const landing = { layout: { tableOfContents: false, outline: false, pagination: false } }
  const pages = [
    { title: 'Start', markdown: every, fields: { slug: 'start', description: 'Every kind of block.', icon: 'house' } },
    { title: 'Turning', markdown: turning, fields: { slug: 'turning' } },
    { title: 'Table', markdown: table.join('\n'), fields: { slug: 'table' } },
    {
      title: 'Interface',
      markdown: interfaceText('pets', 'Pets'),
      fields: { slug: 'interface', layout: { width: 'wide' } },
    },
    { title: 'Landing', markdown: crank, fields: { slug: 'landing', ...landing } },
  ]
  const latest = await space({ title: 'Version 2', files, pages })
  const older = ['Before', 'Turning'].map((title) => ({
    title,
    markdown: crank,
    fields: { slug: title.toLowerCase() },
  }))
  const siteId = await site(
    'manual',
    'Manual',
    [latest, await space({ title: 'Version 1', pages: older })],
    manualLooks,
  )
  const other = await space({ title: 'العربية', pages: [{ title: 'القراءة', markdown: arabic }] })
  await made('updateSpaceById', { spaceId: other }, { language: 'ar' })
  const section = await made('addSectionToSite', { siteId }, { spaceId: other, title: 'Arabic', icon: 'language' })
  await made('addSectionGroupToSite', { siteId }, { title: 'Languages', icon: 'globe', sections: [section.id] })
  return { siteId, older: 'version-1' }
}

/** A page with a cover that few may read: behind a share link, and in a preview of what is for visitors only (`staff`). */
export async function seedClosed({ made, space, site }: BrowserVisitors) {
  const files = [{ name: 'cover.svg', contentType: 'image/svg+xml', text: picture }]
  const markdown = `---\ncover: .gitbook/assets/cover.svg\n---\n\n${crank}`
  const spaces = [await space({ title: 'Closed', files, pages: [{ title: 'Covered', markdown }] })]
  const [forPartners, forStaff] = [await site('partners', 'Partners', spaces), await site('staff', 'Staff', spaces)]
  await made('updateSiteById', { siteId: forPartners }, { visibility: 'share-link' })
  await made('updateSiteById', { siteId: forStaff }, { visibility: 'visitor-auth' })
  const link = await made('createSiteShareLink', { siteId: forPartners }, { name: 'Partners' })
  const query = { claims: '(plan:pro)' }
  const preview = await made('getSitePublishingPreviewById', { siteId: forStaff }, undefined, query)
  return { shared: String(link.urls.published), previewed: String(preview.url) }
}

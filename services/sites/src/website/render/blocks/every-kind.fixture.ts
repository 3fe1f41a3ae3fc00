import { blockSamples } from '@quire/document/samples'

/** A page with every block, inline and mark that the published schema has; each kind of block brings its own sample. */
export const everyKind = `
Words **bold** _italic_ ~~gone~~ \`code\` <kbd>K</kbd> <sup>up</sup> <sub>down</sub> <mark style="color:red;background-color:yellow;">mark</mark>
:rocket: <i class="fa-rocket">:rocket:</i> <code class="expression">visitor.name</code> $$x^2$$ ![alt](/files/f1 "caption")
[link](https://e.x/a "title") [page](/pages/p1 "mention") <a href="https://e.x/b" class="button secondary" data-icon="rocket">Go</a>
<button type="button" class="button primary" data-action="search" data-query="query">Search</button> [note](#user-content-fn-1)[^1]

${Object.values(blockSamples).join('\n\n')}

[^1]: footnote
[^2]: of code
`

const text = { type: 'string', description: 'words', example: 'example', default: 'default', enum: ['enum'] }
const pet = { $ref: '#/components/schemas/Pet' }
const content = { 'application/json': { schema: pet } }

/** A specification with most of what one may say. */
export const specification = {
  openapi: '3.1.0',
  servers: [{ url: 'https://{region}.pets.example/v2/', variables: { region: { default: 'eu' } } }],
  security: [{ bearer: ['pets:write'] }],
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'A *token*' } },
    schemas: {
      Kind: text,
      Pet: {
        type: 'object',
        required: ['name'],
        description: 'A **pet**',
        properties: {
          id: { type: 'string', format: 'uuid', readOnly: true },
          name: { ...text, maxLength: 80, pattern: '^[a-z]+$' },
          parent: pet,
          tags: { type: 'array', items: { type: 'object', properties: { label: text } } },
          owner: {
            oneOf: [
              { title: 'Person', properties: { mail: text } },
              { title: 'Shelter', type: 'string' },
            ],
          },
        },
      },
    },
  },
  paths: {
    '/pets/{id}': {
      parameters: [
        { name: 'id', in: 'path', required: true, description: 'Which', schema: { type: 'string' }, example: 'p1' },
      ],
      put: {
        summary: 'Replace a pet',
        description: 'Replaces `all`\n\n```js\nput()\n```',
        deprecated: true,
        parameters: [
          { name: 'dry', in: 'query', required: true, schema: { type: 'boolean', default: true } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
        ],
        requestBody: { required: true, description: 'The pet', content },
        responses: {
          200: {
            description: 'The pet',
            headers: { ETag: { description: 'Tag', schema: { type: 'string' } } },
            content,
          },
          404: { description: 'Nothing' },
        },
      },
    },
  },
  webhooks: {
    born: { post: { summary: 'A birth', requestBody: { content }, responses: { 200: { description: 'Heard' } } } },
  },
}

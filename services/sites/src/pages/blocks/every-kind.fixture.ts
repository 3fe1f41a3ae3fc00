/** A page with every block, inline and mark that the published schema has. */
export const everyKind = `
Words **bold** _italic_ ~~gone~~ \`code\` <kbd>K</kbd> <sup>up</sup> <sub>down</sub> <mark style="color:red;background-color:yellow;">mark</mark>
:rocket: <i class="fa-rocket">:rocket:</i> <code class="expression">visitor.name</code> $$x^2$$ ![alt](/files/f1 "caption")
[link](https://e.x/a "title") [page](/pages/p1 "mention") <a href="https://e.x/b" class="button secondary" data-icon="rocket">Go</a>
<button type="button" class="button primary" data-action="search" data-query="query">Search</button> [note](#user-content-fn-1)[^1]

# One
## Two <a href="#written" id="written"></a>
### Three

1. one
* two
- [x] three

---

> quote

{% hint style="warning" icon="bolt" %}
hint
{% endhint %}

{% code title="title" lineNumbers="true" overflow="wrap" %}
\`\`\`js
const a = '1'
\`\`\`
{% endcode %}

<pre class="language-js"><code class="lang-js">let a = <a data-footnote-ref href="#user-content-fn-2">1</a>
<strong>let b
</strong></code></pre>

$$
\\frac{a}{b}
$$

<figure><picture><source srcset="/files/dark" media="(prefers-color-scheme: dark)"><img src="/files/light" alt="alt" width="300"></picture><figcaption><p>caption</p></figcaption></figure>

![alt](https://other.example/x.png)

<img src="/files/d1" alt="drawing" class="gitbook-drawing">

{% embed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ" %}

{% file src="/files/f1" %}
file caption
{% endfile %}

{% content-ref url="https://e.x/ref" %}
[words](https://e.x/ref)
{% endcontent-ref %}

{% include "/reusable-contents/r1" %}

{% @mermaid/diagram content="graph" url="https://e.x/i" %}

<details open>
<summary>summary</summary>

body

</details>

{% tabs %}
{% tab title="tab" icon="bolt" %}
tab body
{% endtab %}
{% tab title="other" %}
other body
{% endtab %}
{% endtabs %}

{% stepper %}
{% step icon="bolt" %}
step
{% endstep %}
{% endstepper %}

{% if visitor.claims.beta %}
condition
{% endif %}

{% columns %}
{% column width="33%" %}
column
{% endcolumn %}
{% endcolumns %}

{% updates format="short" %}
{% update date="2026-10-01" tags="tag" %}
update
{% endupdate %}
{% endupdates %}

{% prompt description="prompt" icon="bolt" openInAIProviders="true" %}
\`\`\`
prompt text
\`\`\`
{% endprompt %}

<table><thead><tr><th width="100">text</th><th data-type="number">n</th><th data-type="checkbox">c</th><th data-type="rating" data-max="3">r</th><th>s<select><option value="a" label="label" color="green"></option></select></th><th data-type="files">f</th><th data-type="users">u</th><th data-type="content-ref">ref</th><th data-type="image">i</th></tr></thead><tbody><tr><td>cell</td><td>1.5</td><td>true</td><td>2</td><td><span data-option="a">label</span></td><td><a href="/files/f1">f</a></td><td><a href="/users/u1">u</a></td><td><a href="https://e.x/c">words</a></td><td><img src="/files/i1" alt="alt"></td></tr></tbody></table>

<table data-view="cards"><thead><tr><th>name</th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="image"></th></tr></thead><tbody><tr><td>card</td><td><a href="https://e.x/d">target</a></td><td><a href="/files/cover">cover</a></td></tr></tbody></table>

{% openapi src="/files/spec" path="/pets/{id}" method="put" %}
[spec](/files/spec)
{% endopenapi %}

{% openapi-operation spec="pets" path="/pets/{id}" method="put" %}
[OpenAPI pets](/openapi/pets)
{% endopenapi-operation %}

{% openapi-webhook spec="pets" name="born" method="post" %}
[OpenAPI pets](/openapi/pets)
{% endopenapi-webhook %}

{% openapi-schemas spec="pets" schemas="Pet,Kind" title="Models" %}
[OpenAPI pets](/openapi/pets)
{% endopenapi-schemas %}

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

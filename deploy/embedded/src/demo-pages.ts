/** A page of the demo's space, in the form of a batch of changes; texts refer to other pages by `ref`. */
interface DemoPage {
  ref: string
  into?: string
  title: string
  icon: string
  description: string
  document: { markdown: string }
}

/** The address in the texts, which stands for that of the running system. */
const usualUrl = 'http://127.0.0.1:4000'

/**
 * Returns the pages of the demo's space, in order, for a system at an address. They are the first published site that people
 * see, and should answer questions about Quire.
 */
export const demoPages = (url: string): DemoPage[] =>
  pages.map((page) => ({ ...page, document: { markdown: page.document.markdown.replaceAll(usualUrl, url) } }))

const pages: DemoPage[] = [
  page('welcome', 'Welcome', 'house', 'Quire keeps, reviews and publishes the documentation of your product.', {
    markdown: `Write in **spaces**, change them through **change requests**, and publish them as **sites** that everybody, or just your
customers, can read. All of it works through one interface, from scripts, CI jobs and client libraries.

<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><strong>Getting started</strong></td><td>From an empty organization to a first page in five minutes.</td><td><a href="start">start</a></td></tr><tr><td><strong>Change requests</strong></td><td>Edit, review and merge, without anybody losing their work.</td><td><a href="requests">requests</a></td></tr><tr><td><strong>Publish a site</strong></td><td>Choose who reads it, how it looks, and where it lives.</td><td><a href="publish">publish</a></td></tr></tbody></table>

## Try it

{% tabs %}
{% tab title="Shell" %}
\`\`\`sh
curl -s -H "Authorization: Bearer $TOKEN" http://127.0.0.1:4000/v1/orgs
\`\`\`
{% endtab %}

{% tab title="JavaScript" %}
\`\`\`js
const response = await fetch('http://127.0.0.1:4000/v1/orgs', {
  headers: { Authorization: \`Bearer \${process.env.TOKEN}\` },
})
const { items } = await response.json()
console.log(items.map((organization) => organization.title))
\`\`\`
{% endtab %}

{% tab title="Python" %}
\`\`\`python
import os, requests

headers = {"Authorization": f"Bearer {os.environ['TOKEN']}"}
items = requests.get("http://127.0.0.1:4000/v1/orgs", headers=headers).json()["items"]
print([organization["title"] for organization in items])
\`\`\`
{% endtab %}
{% endtabs %}

{% hint style="info" %}
The whole interface is described at [/docs](http://127.0.0.1:4000/docs), with a form for each operation.
{% endhint %}

## What is in it

| Part | What it does |
|---|---|
| Spaces and collections | Hold pages and their history, and say who may do what with them. |
| Change requests | Collect edits until they are reviewed and merged. |
| Sites | Publish spaces to an audience, with search and themes. |
| Questions | Are answered from the documentation, with the places that say so. |
`,
  }),
  page('start', 'Getting started', 'rocket', 'From an empty organization to a first page in five minutes.', {
    markdown: `Quire keeps your product documentation in spaces. A space belongs to an organization and may lie in a collection.

{% stepper %}
{% step %}
## Create a space

Send a title to the organization's spaces. Whoever creates a space may administer it.

\`\`\`sh
curl -s -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' -d '{"title":"Handbook"}' \\
  http://127.0.0.1:4000/v1/orgs/$ORG/spaces
\`\`\`
{% endstep %}

{% step %}
## Bring in what you have

An import takes a folder of markdown, a zip, or the pages of a website. Its table of contents becomes the tree of pages.
{% endstep %}

{% step %}
## Invite your team

Invite people by e-mail address. A [role](roles) says what they may do: read, comment, edit, review, create or admin.
{% endstep %}
{% endstepper %}

{% hint style="success" %}
Done? Go on with [change requests](requests), which keep live pages safe while people edit.
{% endhint %}
`,
  }),
  page('requests', 'Change requests', 'code-branch', 'Edit, review and merge, without anybody losing their work.', {
    markdown: `Nobody edits live pages by accident: open a change request, edit its pages, ask for a review, then merge it.

## Merge a change request

Merging needs the role review or more. When two people changed the same lines, the merge answers with conflicts and
leaves the live pages as they were.

## What happens to two edits of one page

A merge looks at each page line by line.

* Edits in different places are both kept.
* Edits that say the same are no conflict.
* Edits of the same lines are shown side by side, for a person to choose.

<details>

<summary>What a conflict looks like</summary>

\`\`\`diff
- Colour of the crank: blue
+ Colour of the crank: red
+ Colour of the crank: green
\`\`\`

</details>

{% hint style="warning" %}
A change request that is archived keeps its edits. It can be opened again, but nothing of it is live before it is merged.
{% endhint %}
`,
  }),
  page('publish', 'Publish a site', 'globe', 'Choose who reads it, how it looks, and where it lives.', {
    markdown: `A site shows one space or many to readers, who need no account.

## Choose the audience

| Visibility | Who reads it |
|---|---|
| \`public\` | Everybody; search engines list it. |
| \`unlisted\` | Everybody who knows the address. |
| \`share-link\` | Everybody with a secret link. |
| \`visitor-auth\` | Everybody whom your own sign-in lets in. |

## What readers get

* [x] Pages that are complete without a script
* [x] A search that answers while one types: press <kbd>/</kbd>
* [x] Light and dark themes, by the reader's system or by choice
* [x] Markdown of every page for programs, and a list of all pages at \`llms.txt\`

> Documentation is read more often than it is written. So it should be quick to read.
`,
  }),
  page('reference', 'Reference', 'book', 'What the words of the interface mean.', {
    markdown: `Short pages to look things up.
`,
  }),
  {
    ...page('roles', 'Roles', 'user-shield', 'What each role adds to the one before.', {
      markdown: `Roles are ordered, and each may do all that the ones before it may.

| Role | Adds |
|---|---|
| read | Sees the content. |
| comment | Posts comments, and edits and resolves its own. |
| edit | Creates and edits change requests. |
| review | Reviews and merges change requests. |
| create | Creates, moves and deletes spaces, collections and sites. |
| admin | Everything in the organization: people, teams, settings. |

A guest has no role. Guests see only what they were granted[^1].

[^1]: Themselves, or a team that they are in.
`,
    }),
    into: 'reference',
  },
]

function page(ref: string, title: string, icon: string, description: string, document: DemoPage['document']): DemoPage {
  return { ref, title, icon, description, document }
}

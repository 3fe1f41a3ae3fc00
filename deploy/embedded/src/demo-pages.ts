/** What the demo's space says; a question about it should find an answer here. */
export const demoPages = [
  {
    title: 'Getting started',
    document: {
      markdown: `# Getting started

Quire keeps your product documentation in spaces. A space belongs to an organization and may lie in a collection.

## Create a space

Send a title to the organization's spaces. Whoever creates a space may administer it.

## Invite your team

Invite people by e-mail address. A role says what they may do: read, comment, edit, review, create or admin.
`,
    },
  },
  {
    title: 'Change requests',
    document: {
      markdown: `# Change requests

Nobody edits live pages by accident: open a change request, edit its pages, ask for a review, then merge it.

## Merge a change request

Merging needs the role review or more. When two people changed the same lines, the merge answers with conflicts and
leaves the live pages as they were.
`,
    },
  },
]

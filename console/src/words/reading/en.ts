/** The texts of reading a space, of comments and of the settings of a space, in English; the other languages have the same. */
export const en = {
  // Reading
  pagesBelow: (title: string) => `Pages below ${title}`,
  partsOfSpace: 'Parts of the space',
  history: 'History',
  hidden: 'Hidden on sites',
  besidePage: 'Beside the page',
  onThisPage: 'On this page',
  noHeadings: 'This page has no headings.',
  emptyPage: 'This page is empty.',
  noPagesHint: 'Edit the space to write its first page.',
  noPagesReader: 'Nobody has written a page here yet.',
  noHistory: 'Nothing was merged yet',
  noHistoryHint: 'Every merged change request appears here, with who made it and what it changed.',
  readRevision: 'Read this version',
  continueIn: 'Continue in',
  newChangeRequest: 'New change request',

  // Comments
  comment: 'Comment',
  comments: 'Comments',
  noComments: 'No open comments. Write the first one.',
  newComment: 'Write a comment …',
  newReply: 'Write a reply …',
  reply: 'Reply',
  resolve: 'Resolve',
  reopen: 'Reopen',
  edited: 'edited',
  deleteComment: 'Delete the comment',
  showResolved: (count: number) => (count === 1 ? 'Show 1 resolved comment' : `Show ${count} resolved comments`),
  hideResolved: 'Hide resolved comments',
  reactWith: (emoji: string, count: number) => `React with ${emoji}, ${count} so far`,

  // Settings
  spaceSettings: 'Settings of the space',
  general: 'General',
  defaultLevel: 'What members may do',
  defaultLevelHint: 'For members whom no other rule gives more or less.',
  levels: {
    inherit: 'As in the collection or organization',
    none: 'Nothing',
    read: 'Read',
    comment: 'Comment',
    edit: 'Edit',
    review: 'Review and merge',
    create: 'Create spaces',
    admin: 'Administer',
  },
  removeSpace: 'Delete the space',
  removeSpaceHint: 'Its pages go with it. It can be restored for seven days.',
  removeSpaceQuestion: (title: string) => `Delete “${title}”?`,
}

export type ReadingWords = typeof en

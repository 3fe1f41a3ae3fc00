/** The texts of imports, templates and the trash, in English; the other languages have the same. */
export const en = {
  // Imports
  importsTitle: 'Imports',
  newImport: 'New import',
  noImports: 'Nothing was imported yet',
  noImportsHint: 'Bring your documentation along: an archive, a website, or a Git repository.',
  importInto: (space: string) => `Import into ${space}`,
  importedCount: (count: number) => `${count} imported`,
  runStatuses: {
    pending: 'Waiting',
    'in-progress': 'Under way',
    completed: 'Completed',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
  whereFrom: 'Where from',
  sources: { file: 'Files', website: 'Website', git: 'Git repository' },
  sourceHints: {
    file: 'An archive of Markdown or HTML, an export of Notion or Confluence, or single documents.',
    website: 'The pages under an address, as anybody can read them.',
    git: 'A branch with Markdown, once. To stay in step with it, use synchronization.',
  },
  chooseFiles: 'Choose or drop files: .zip, .md, .html, .docx',
  removeFile: (name: string) => `Remove ${name}`,
  emptyFile: (name: string) => `“${name}” is empty: there is nothing to import in it.`,
  websiteAddress: 'Address of the website',
  gitAddress: 'Address of the repository',
  gitAddressHint: 'HTTPS. Credentials in it are used for this import only.',
  gitRef: 'Branch or tag',
  gitFolder: 'Folder',
  gitFolderHint: 'Where the documentation is in the repository; empty for all of it.',
  whereTo: 'Where to',
  aNewSpace: 'A new space',
  titleOfSpace: 'Title of the space',
  reviewFirst: 'Review it first',
  reviewFirstHint: 'The import becomes a change request. Nothing is live until somebody merges it.',
  skipUnused: 'Leave out files that no page refers to',
  skipUnusedHint: 'Pages are always imported.',
  startImport: 'Start the import',
  uploading: (percent: number) => `Uploading: ${percent} %`,
  cancelImport: 'Cancel the import',
  progress: (done: number, total: number) => (total > 0 ? `${done} of ${total}` : ''),
  progressHint: 'It goes on if you leave this page.',
  failedBecause: (reason: string) => `Nothing was imported. ${reason}`,
  cancelledHint: 'Nothing was imported.',
  openSpace: 'Open the space',
  reviewImport: 'Review the change request',
  unusedFiles: (count: number) =>
    count === 1
      ? '1 file that no page refers to was left out.'
      : `${count} files that no page refers to were left out.`,
  nothingLeftOut: 'Everything was read, and nothing was left out.',
  couldNotBeRead: (count: number) => (count === 1 ? '1 file could not be read' : `${count} files could not be read`),
  leftOut: (count: number) =>
    count === 1 ? '1 part was left out or changed' : `${count} parts were left out or changed`,
  andMore: (count: number) => `And ${count} more.`,

  // Templates
  templatesTitle: 'Templates',
  templatesHint: 'A template is a handful of pages that a space can begin with.',
  useTemplate: 'Use',
  useThis: (title: string) => `Use the template ${title}`,
  templateAdds: 'Its pages come behind those that are there.',

  // The trash
  trashTitle: 'Trash',
  trashHint: 'Deleted spaces can be restored for seven days, with their pages, sharing and sites.',
  emptyTrash: 'The trash is empty',
  emptyTrashHint: 'Deleted spaces that you may restore stay here for seven days.',
  deletedAt: 'Deleted',
  goneForGood: 'gone for good',
  restore: 'Restore',
  restoreThis: (title: string) => `Restore ${title}`,
  restored: (title: string) => `“${title}” is back where it was.`,
  archivedHint: 'Archived change requests are never deleted, and can be opened again:',
  archivedChanges: 'Show archived change requests',
}

export type ImportsWords = typeof en

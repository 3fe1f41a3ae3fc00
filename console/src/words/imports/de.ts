import type { ImportsWords } from './en.ts'

export const de: ImportsWords = {
  // Imports
  importsTitle: 'Importe',
  newImport: 'Neuer Import',
  noImports: 'Es wurde noch nichts importiert',
  noImportsHint: 'Bringen Sie Ihre Dokumentation mit: ein Archiv, eine Website oder ein Git-Repository.',
  importInto: (space) => `Import in ${space}`,
  importedCount: (count) => `${count} importiert`,
  runStatuses: {
    pending: 'Wartet',
    'in-progress': 'Läuft',
    completed: 'Abgeschlossen',
    failed: 'Fehlgeschlagen',
    cancelled: 'Abgebrochen',
  },
  whereFrom: 'Woher',
  sources: { file: 'Dateien', website: 'Website', git: 'Git-Repository' },
  sourceHints: {
    file: 'Ein Archiv mit Markdown oder HTML, ein Export aus Notion oder Confluence, oder einzelne Dokumente.',
    website: 'Die Seiten unter einer Adresse, wie alle sie lesen können.',
    git: 'Ein Branch mit Markdown, einmalig. Um mit ihm Schritt zu halten, gibt es die Synchronisierung.',
  },
  chooseFiles: 'Dateien wählen oder hier ablegen: .zip, .md, .html, .docx',
  removeFile: (name) => `${name} entfernen`,
  emptyFile: (name) => `„${name}“ ist leer: Darin ist nichts zu importieren.`,
  websiteAddress: 'Adresse der Website',
  gitAddress: 'Adresse des Repositorys',
  gitAddressHint: 'HTTPS. Zugangsdaten darin werden nur für diesen Import verwendet.',
  gitRef: 'Branch oder Tag',
  gitFolder: 'Ordner',
  gitFolderHint: 'Wo die Dokumentation im Repository liegt; leer für alles.',
  whereTo: 'Wohin',
  aNewSpace: 'Ein neuer Bereich',
  titleOfSpace: 'Titel des Bereichs',
  reviewFirst: 'Zuerst durchsehen',
  reviewFirstHint: 'Der Import wird eine Änderung. Nichts ist veröffentlicht, bis jemand sie übernimmt.',
  skipUnused: 'Dateien weglassen, auf die keine Seite verweist',
  skipUnusedHint: 'Seiten werden immer importiert.',
  startImport: 'Import starten',
  uploading: (percent) => `Wird hochgeladen: ${percent} %`,
  cancelImport: 'Import abbrechen',
  progress: (done, total) => (total > 0 ? `${done} von ${total}` : ''),
  progressHint: 'Er läuft weiter, wenn Sie diese Seite verlassen.',
  nothingImported: 'Es wurde nichts importiert.',
  emptySpaceHint:
    'Der Bereich ist noch leer. Versuchen Sie es mit dieser oder einer anderen Quelle noch einmal, oder löschen Sie den Bereich.',
  deleteEmptySpace: 'Leeren Bereich löschen',
  deleteSpaceQuestion: (space) => `„${space}“ löschen?`,
  deleteSpaceHint:
    'Niemand hat etwas hineingelegt. Sieben Tage lang lässt er sich aus dem Papierkorb wiederherstellen.',
  spaceIsUsed: 'Der Bereich ist nicht mehr leer und wurde nicht gelöscht.',
  importProblems: {
    noPages: 'Darin sind keine Seiten: keine Datei, die auf .md, .html oder .docx endet.',
    tooMany: (most) => `Darin sind mehr als ${most} Dateien oder Ordner. Importieren Sie in Teilen.`,
    tooMuch: (most) => `Entpackt ist es größer als ${most} MB. Importieren Sie in Teilen.`,
    badName: (name) =>
      `Der Name des Eintrags ${name} führt aus dem Archiv hinaus oder ist kein richtiger Name. Benennen Sie ihn um oder lassen Sie ihn weg, und packen Sie das Archiv neu.`,
    specialFile: (name) =>
      `${name} ist ein Link oder eine besondere Datei. Lassen Sie den Eintrag weg, und packen Sie das Archiv neu.`,
    twice: (name) =>
      `${name} kommt im Archiv zweimal vor. Lassen Sie einen der Einträge weg, und packen Sie das Archiv neu.`,
    tooDense: (name) =>
      `${name} ist entpackt um ein Vielfaches größer. Lassen Sie den Eintrag weg, und packen Sie das Archiv neu.`,
    tooLarge: (most) => `Größer als ${most} MB. Verkleinern oder teilen Sie die Datei.`,
    unreadable: 'Beschädigt, oder nicht das, was der Name sagt. Speichern oder packen Sie die Datei neu.',
    encrypted: 'Mit einem Passwort geschützt. Speichern oder packen Sie die Datei ohne Passwort.',
    packing: 'Auf eine Weise gepackt, die nicht unterstützt wird. Packen Sie neu, als gewöhnliches Zip-Archiv.',
    kind: 'Dateien dieser Art werden nicht importiert. Verwenden Sie .zip, .md, .html oder .docx.',
    noExport: (product) =>
      `Darin ist keine Seite eines Exports aus ${product}. Exportieren Sie noch einmal als HTML, Markdown oder XML.`,
    robots: 'Die Website erlaubt Programmen nicht, sie zu lesen, so ihre robots.txt. Fragen Sie, wer sie betreibt.',
    tooLong: 'Es hat länger als zwei Stunden gedauert. Importieren Sie weniger auf einmal.',
    other: 'Die Quelle konnte nicht importiert werden.',
  },
  openSpace: 'Bereich öffnen',
  reviewImport: 'Änderung durchsehen',
  unusedFiles: (count) =>
    count === 1
      ? '1 Datei, auf die keine Seite verweist, wurde weggelassen.'
      : `${count} Dateien, auf die keine Seite verweist, wurden weggelassen.`,
  nothingLeftOut: 'Alles wurde gelesen, und nichts wurde weggelassen.',
  couldNotBeRead: (count) =>
    count === 1 ? '1 Datei konnte nicht gelesen werden' : `${count} Dateien konnten nicht gelesen werden`,
  leftOut: (count) =>
    count === 1 ? '1 Teil wurde weggelassen oder geändert' : `${count} Teile wurden weggelassen oder geändert`,
  andMore: (count) => `Und ${count} weitere.`,

  // Templates
  templatesTitle: 'Vorlagen',
  templatesHint: 'Eine Vorlage besteht aus einigen Seiten, mit denen ein Bereich beginnen kann.',
  useTemplate: 'Verwenden',
  useThis: (title) => `Vorlage ${title} verwenden`,
  templateAdds: 'Ihre Seiten kommen hinter die vorhandenen.',

  // The trash
  trashTitle: 'Papierkorb',
  trashHint:
    'Gelöschte Bereiche lassen sich sieben Tage lang wiederherstellen, mit ihren Seiten, Freigaben und Websites.',
  emptyTrash: 'Der Papierkorb ist leer',
  emptyTrashHint: 'Gelöschte Bereiche, die Sie wiederherstellen dürfen, bleiben sieben Tage lang hier.',
  spaceIsDeleted: (space) => `„${space}“ wurde gelöscht`,
  deletedAt: 'Gelöscht',
  goneForGood: 'endgültig weg',
  restore: 'Wiederherstellen',
  restoreThis: (title) => `${title} wiederherstellen`,
  restored: (title) => `Der Bereich „${title}“ ist wieder an seinem Platz.`,
  archivedHint: 'Archivierte Änderungen werden nie gelöscht und lassen sich wieder öffnen:',
  archivedChanges: 'Archivierte Änderungen anzeigen',
}

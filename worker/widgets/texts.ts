import type { WidgetLanguage } from '../rules/widgets.ts'

/** Texts of a widget besides the reviews. Numbers follow a colon, so that no language needs plural forms. */
interface WidgetTexts {
  reviewsOf(name: string): string
  outOf5(stars: string): string
  total(days: string, total: string): string
  none(days: string): string
  all: string
  newest(count: string): string
  chosen: Record<'stars' | 'text' | 'both', (count: string) => string>
  checked(name: string, platforms: string): string
  addedBy(name: string): string
  read(platform: string): string
  readInFull(platform: string): string
  recommends: readonly [yes: string, no: string]
}

export const WIDGET_TEXTS: Record<WidgetLanguage, WidgetTexts> = {
  en: {
    reviewsOf: (name) => `Reviews of ${name}`,
    outOf5: (stars) => `${stars} out of 5`,
    total: (days, total) => `Reviews in the last ${days} days: ${total}`,
    none: (days) => `No reviews in the last ${days} days.`,
    all: 'Shown: all of them, newest first.',
    newest: (count) => `Shown: the newest ${count}.`,
    chosen: {
      stars: (count) => `Shown: only those with 4 or 5 stars, the newest ${count}. The average counts all.`,
      text: (count) => `Shown: only those with a text, the newest ${count}. The average counts all.`,
      both: (count) =>
        `Shown: only those with a text and 4 or 5 stars, the newest ${count}. The average counts all.`,
    },
    checked: (name, platforms) =>
      `From ${platforms}. ${name} doesn’t check whether the authors were customers.`,
    addedBy: (name) => `Added by ${name}`,
    read: (platform) => `Read on ${platform}`,
    readInFull: (platform) => `Read in full on ${platform}`,
    recommends: ['Recommends it', 'Doesn’t recommend it'],
  },
  de: {
    reviewsOf: (name) => `Bewertungen von ${name}`,
    outOf5: (stars) => `${stars} von 5`,
    total: (days, total) => `Bewertungen der letzten ${days} Tage: ${total}`,
    none: (days) => `Keine Bewertungen in den letzten ${days} Tagen.`,
    all: 'Gezeigt: alle, neueste zuerst.',
    newest: (count) => `Gezeigt: die neuesten ${count}.`,
    chosen: {
      stars: (count) =>
        `Gezeigt: nur die mit 4 oder 5 Sternen, die neuesten ${count}. Der Durchschnitt zählt alle.`,
      text: (count) => `Gezeigt: nur die mit Text, die neuesten ${count}. Der Durchschnitt zählt alle.`,
      both: (count) =>
        `Gezeigt: nur die mit Text und 4 oder 5 Sternen, die neuesten ${count}. Der Durchschnitt zählt alle.`,
    },
    checked: (name, platforms) => `Von ${platforms}. ${name} prüft nicht, ob die Verfasser Kunden waren.`,
    addedBy: (name) => `Eingetragen von ${name}`,
    read: (platform) => `Auf ${platform} lesen`,
    readInFull: (platform) => `Ganz auf ${platform} lesen`,
    recommends: ['Empfohlen', 'Nicht empfohlen'],
  },
  es: {
    reviewsOf: (name) => `Reseñas de ${name}`,
    outOf5: (stars) => `${stars} de 5`,
    total: (days, total) => `Reseñas de los últimos ${days} días: ${total}`,
    none: (days) => `No hay reseñas en los últimos ${days} días.`,
    all: 'Se muestran todas, de la más reciente a la más antigua.',
    newest: (count) => `Se muestran las más recientes: ${count}.`,
    chosen: {
      stars: (count) =>
        `Se muestran solo las de 4 o 5 estrellas, las más recientes: ${count}. La media cuenta todas.`,
      text: (count) =>
        `Se muestran solo las que tienen texto, las más recientes: ${count}. La media cuenta todas.`,
      both: (count) =>
        `Se muestran solo las que tienen texto y 4 o 5 estrellas, las más recientes: ${count}. La media cuenta todas.`,
    },
    checked: (name, platforms) => `De ${platforms}. ${name} no comprueba si los autores fueron clientes.`,
    addedBy: (name) => `Añadida por ${name}`,
    read: (platform) => `Leer en ${platform}`,
    readInFull: (platform) => `Leer completa en ${platform}`,
    recommends: ['Lo recomienda', 'No lo recomienda'],
  },
  fr: {
    reviewsOf: (name) => `Avis sur ${name}`,
    outOf5: (stars) => `${stars} sur 5`,
    total: (days, total) => `Avis des ${days} derniers jours : ${total}`,
    none: (days) => `Aucun avis ces ${days} derniers jours.`,
    all: 'Affichés : tous, du plus récent au plus ancien.',
    newest: (count) => `Affichés : les plus récents, ${count}.`,
    chosen: {
      stars: (count) =>
        `Affichés : seulement ceux de 4 ou 5 étoiles, les plus récents, ${count}. La moyenne les compte tous.`,
      text: (count) =>
        `Affichés : seulement ceux avec un texte, les plus récents, ${count}. La moyenne les compte tous.`,
      both: (count) =>
        `Affichés : seulement ceux avec un texte et 4 ou 5 étoiles, les plus récents, ${count}. La moyenne les compte tous.`,
    },
    checked: (name, platforms) =>
      `Publiés sur ${platforms}. ${name} ne vérifie pas si les auteurs ont été clients.`,
    addedBy: (name) => `Ajouté par ${name}`,
    read: (platform) => `Lire sur ${platform}`,
    readInFull: (platform) => `Lire en entier sur ${platform}`,
    recommends: ['Recommande', 'Ne recommande pas'],
  },
  it: {
    reviewsOf: (name) => `Recensioni di ${name}`,
    outOf5: (stars) => `${stars} su 5`,
    total: (days, total) => `Recensioni degli ultimi ${days} giorni: ${total}`,
    none: (days) => `Nessuna recensione negli ultimi ${days} giorni.`,
    all: 'Mostrate: tutte, dalla più recente.',
    newest: (count) => `Mostrate: le più recenti, ${count}.`,
    chosen: {
      stars: (count) =>
        `Mostrate: solo quelle con 4 o 5 stelle, le più recenti, ${count}. La media le conta tutte.`,
      text: (count) =>
        `Mostrate: solo quelle con un testo, le più recenti, ${count}. La media le conta tutte.`,
      both: (count) =>
        `Mostrate: solo quelle con un testo e 4 o 5 stelle, le più recenti, ${count}. La media le conta tutte.`,
    },
    checked: (name, platforms) => `Da ${platforms}. ${name} non verifica se gli autori sono stati clienti.`,
    addedBy: (name) => `Aggiunta da ${name}`,
    read: (platform) => `Leggi su ${platform}`,
    readInFull: (platform) => `Leggi tutto su ${platform}`,
    recommends: ['Consiglia', 'Non consiglia'],
  },
  pt: {
    reviewsOf: (name) => `Avaliações de ${name}`,
    outOf5: (stars) => `${stars} de 5`,
    total: (days, total) => `Avaliações dos últimos ${days} dias: ${total}`,
    none: (days) => `Nenhuma avaliação nos últimos ${days} dias.`,
    all: 'Mostradas: todas, da mais recente à mais antiga.',
    newest: (count) => `Mostradas: as mais recentes, ${count}.`,
    chosen: {
      stars: (count) =>
        `Mostradas: só as de 4 ou 5 estrelas, as mais recentes, ${count}. A média conta todas.`,
      text: (count) => `Mostradas: só as que têm texto, as mais recentes, ${count}. A média conta todas.`,
      both: (count) =>
        `Mostradas: só as que têm texto e 4 ou 5 estrelas, as mais recentes, ${count}. A média conta todas.`,
    },
    checked: (name, platforms) => `De ${platforms}. ${name} não verifica se os autores foram clientes.`,
    addedBy: (name) => `Adicionada por ${name}`,
    read: (platform) => `Ler em ${platform}`,
    readInFull: (platform) => `Ler completa em ${platform}`,
    recommends: ['Recomenda', 'Não recomenda'],
  },
  ar: {
    reviewsOf: (name) => `تقييمات ${name}`,
    outOf5: (stars) => `${stars} من 5`,
    total: (days, total) => `التقييمات خلال آخر ${days} يومًا: ${total}`,
    none: (days) => `لا توجد تقييمات خلال آخر ${days} يومًا.`,
    all: 'المعروض: جميعها، الأحدث أولًا.',
    newest: (count) => `المعروض: الأحدث، العدد ${count}.`,
    chosen: {
      stars: (count) => `المعروض: ذات 4 أو 5 نجوم فقط، الأحدث، العدد ${count}. المتوسط يشمل الجميع.`,
      text: (count) => `المعروض: التي تحتوي على نص فقط، الأحدث، العدد ${count}. المتوسط يشمل الجميع.`,
      both: (count) =>
        `المعروض: التي تحتوي على نص وذات 4 أو 5 نجوم فقط، الأحدث، العدد ${count}. المتوسط يشمل الجميع.`,
    },
    checked: (name, platforms) => `من ${platforms}. لا يتحقق ${name} مما إذا كان الكتّاب من عملائه.`,
    addedBy: (name) => `أضافه ${name}`,
    read: (platform) => `اقرأ على ${platform}`,
    readInFull: (platform) => `اقرأ النص كاملًا على ${platform}`,
    recommends: ['يوصي به', 'لا يوصي به'],
  },
  he: {
    reviewsOf: (name) => `ביקורות על ${name}`,
    outOf5: (stars) => `${stars} מתוך 5`,
    total: (days, total) => `ביקורות ב-${days} הימים האחרונים: ${total}`,
    none: (days) => `אין ביקורות ב-${days} הימים האחרונים.`,
    all: 'מוצגות: כולן, מהחדשה לישנה.',
    newest: (count) => `מוצגות: החדשות ביותר, ${count}.`,
    chosen: {
      stars: (count) => `מוצגות: רק אלה עם 4 או 5 כוכבים, החדשות ביותר, ${count}. הממוצע כולל את כולן.`,
      text: (count) => `מוצגות: רק אלה עם טקסט, החדשות ביותר, ${count}. הממוצע כולל את כולן.`,
      both: (count) =>
        `מוצגות: רק אלה עם טקסט ועם 4 או 5 כוכבים, החדשות ביותר, ${count}. הממוצע כולל את כולן.`,
    },
    checked: (name, platforms) => `מתוך ${platforms}. ‏${name} לא בודקים אם הכותבים היו לקוחות.`,
    addedBy: (name) => `נוסף על ידי ${name}`,
    read: (platform) => `קריאה ב-${platform}`,
    readInFull: (platform) => `קריאת הטקסט המלא ב-${platform}`,
    recommends: ['ממליצים', 'לא ממליצים'],
  },
}

import type { PageLanguage } from './asking.ts'

/**
 * Texts for guests, in the language of the page. They never say that somebody was a guest or a patient, offer nothing,
 * and ask for no particular opinion.
 */
interface AskTexts {
  direction: 'ltr' | 'rtl'
  pageTitle: (business: string) => string
  pageText: string
  everyOpinion: string
  writeOn: (place: string) => string
  cardText: string
  /** Default message in the owner's name, without the link that follows it. */
  message: (business: string) => string
  mailSubject: (business: string) => string
  mailText: (business: string) => string
  mailButton: string
  mailFree: string
  mailWhy: (business: string) => string
  unsubscribe: string
}

export const ASK_TEXTS: Record<PageLanguage, AskTexts> = {
  en: {
    direction: 'ltr',
    pageTitle: (business) => `Write a review of ${business}`,
    pageText: 'Choose where you’d like to write.',
    everyOpinion: 'Every opinion is welcome. Just say what you think.',
    writeOn: (place) => `Write on ${place}`,
    cardText: 'Would you write a review?',
    message: (business) => `Would you write a review of ${business}? Every opinion is welcome.`,
    mailSubject: (business) => `Would you write a review of ${business}?`,
    mailText: (business) =>
      `${business} would like to hear your opinion. An honest review helps others decide, whatever you think.`,
    mailButton: 'Write a review',
    mailFree: 'You don’t have to do anything. We won’t remind you.',
    mailWhy: (business) =>
      `You get this e-mail because you agreed that ${business} may ask you for a review.`,
    unsubscribe: 'Never ask me again',
  },
  es: {
    direction: 'ltr',
    pageTitle: (business) => `Escribe una reseña de ${business}`,
    pageText: 'Elige dónde quieres escribirla.',
    everyOpinion: 'Toda opinión es bienvenida, con tus propias palabras.',
    writeOn: (place) => `Escribir en ${place}`,
    cardText: '¿Nos escribes una reseña?',
    message: (business) => `¿Nos escribes una reseña de ${business}? Toda opinión es bienvenida.`,
    mailSubject: (business) => `¿Quieres escribir una reseña de ${business}?`,
    mailText: (business) =>
      `A ${business} le gustaría conocer tu opinión. Una reseña con tus propias palabras ayuda a otras personas a decidir, sea cual sea tu opinión.`,
    mailButton: 'Escribir una reseña',
    mailFree: 'No tienes que hacer nada. No te lo recordaremos.',
    mailWhy: (business) => `Recibes este correo porque aceptaste que ${business} te pidiera una reseña.`,
    unsubscribe: 'No me lo pidan nunca más',
  },
  fr: {
    direction: 'ltr',
    pageTitle: (business) => `Donnez votre avis sur ${business}`,
    pageText: 'Choisissez où vous souhaitez l’écrire.',
    everyOpinion: 'Tous les avis sont les bienvenus, avec vos propres mots.',
    writeOn: (place) => `Écrire sur ${place}`,
    cardText: 'Souhaitez-vous donner votre avis ?',
    message: (business) =>
      `Souhaitez-vous donner votre avis sur ${business} ? Tous les avis sont les bienvenus.`,
    mailSubject: (business) => `Souhaitez-vous donner votre avis sur ${business} ?`,
    mailText: (business) =>
      `${business} aimerait connaître votre avis. Quelques mots de votre part aident les autres à choisir, quelle que soit votre opinion.`,
    mailButton: 'Donner mon avis',
    mailFree: 'Vous n’êtes obligé à rien. Nous ne vous relancerons pas.',
    mailWhy: (business) =>
      `Vous recevez cet e-mail parce que vous avez accepté que ${business} vous demande un avis.`,
    unsubscribe: 'Ne plus jamais me solliciter',
  },
  de: {
    direction: 'ltr',
    pageTitle: (business) => `Bewertung für ${business} schreiben`,
    pageText: 'Wählen Sie, wo Sie schreiben möchten.',
    everyOpinion: 'Jede Meinung ist willkommen, in Ihren eigenen Worten.',
    writeOn: (place) => `Auf ${place} schreiben`,
    cardText: 'Schreiben Sie uns eine Bewertung?',
    message: (business) => `Schreiben Sie eine Bewertung für ${business}? Jede Meinung ist willkommen.`,
    mailSubject: (business) => `Schreiben Sie eine Bewertung für ${business}?`,
    mailText: (business) =>
      `${business} freut sich über Ihre Meinung. Eine Bewertung in Ihren eigenen Worten hilft anderen bei der Entscheidung, wie auch immer sie ausfällt.`,
    mailButton: 'Bewertung schreiben',
    mailFree: 'Sie müssen nichts tun. Wir erinnern Sie nicht daran.',
    mailWhy: (business) =>
      `Sie erhalten diese E-Mail, weil Sie zugestimmt haben, dass ${business} Sie um eine Bewertung bittet.`,
    unsubscribe: 'Nie wieder fragen',
  },
  pt: {
    direction: 'ltr',
    pageTitle: (business) => `Escreva uma avaliação de ${business}`,
    pageText: 'Escolha onde quer escrever.',
    everyOpinion: 'Todas as opiniões são bem-vindas, com as suas próprias palavras.',
    writeOn: (place) => `Escrever em ${place}`,
    cardText: 'Quer escrever uma avaliação?',
    message: (business) => `Quer escrever uma avaliação de ${business}? Todas as opiniões são bem-vindas.`,
    mailSubject: (business) => `Quer escrever uma avaliação de ${business}?`,
    mailText: (business) =>
      `${business} gostaria de conhecer a sua opinião. Uma avaliação com as suas próprias palavras ajuda outras pessoas a decidir, seja qual for a sua opinião.`,
    mailButton: 'Escrever uma avaliação',
    mailFree: 'Não precisa de fazer nada. Não enviaremos lembretes.',
    mailWhy: (business) => `Recebe este e-mail porque aceitou que ${business} lhe pedisse uma avaliação.`,
    unsubscribe: 'Nunca mais me peçam',
  },
  ar: {
    direction: 'rtl',
    pageTitle: (business) => `اكتب تقييمًا عن ${business}`,
    pageText: 'اختر أين تود أن تكتب.',
    everyOpinion: 'نرحب بكل رأي، وبكلماتك أنت.',
    writeOn: (place) => `اكتب على ${place}`,
    cardText: 'هل تود كتابة تقييم؟',
    message: (business) => `هل تود كتابة تقييم عن ${business}؟ نرحب بكل رأي.`,
    mailSubject: (business) => `هل تود كتابة تقييم عن ${business}؟`,
    mailText: (business) =>
      `يود ${business} معرفة رأيك. تقييم بكلماتك يساعد الآخرين على الاختيار، مهما كان رأيك.`,
    mailButton: 'اكتب تقييمًا',
    mailFree: 'لست مضطرًا إلى فعل أي شيء، ولن نذكّرك.',
    mailWhy: (business) => `وصلتك هذه الرسالة لأنك وافقت على أن يطلب منك ${business} تقييمًا.`,
    unsubscribe: 'لا تسألوني مرة أخرى',
  },
}

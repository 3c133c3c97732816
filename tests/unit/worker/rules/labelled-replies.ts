import type { ReplyIssueKind } from '#worker/rules/reply-check.ts'

/**
 * Invented replies of a café, or where it says so of a dental practice, by what a platform would refuse them for. One a line.
 */
export const LABELLED_REPLIES: Readonly<Record<ReplyIssueKind | 'clean' | 'clean_practice', string>> = {
  blank: `Thank you for telling us. [What you will do about it] We hope to see you again.
Hi Jonas, we are sorry about the wait. [Say what happened that day]
We have changed ______ since then.
Sorry about the soup. [Your next step]. Please ask for [name] when you come back.
Es tut uns leid. [Was Sie jetzt ändern]
Nous sommes désolés. [Ce que vous allez faire]
Lo sentimos mucho. [Qué va a cambiar]
Lamentamos muito. [O que vai mudar]
Ci dispiace molto. [Che cosa cambierà]
Dear [guest's name], thank you for your visit.
Thank you! Ask for ___ next time.
We looked into it: [what you found out].
Thank you, [first name]!
We are open until [time] on Sundays.
[Reply to the complaint about noise]
Sorry to hear this. [check with the kitchen first]
Please write to us about it. [how]
It should not have happened. [What have you done so far?]`,
  contact: `Please call us at +1 (555) 010-2234 so that we can talk.
Write to hello@harborcafe.test and we will sort it out.
Our manager is at 555 010 9981, any day before noon.
Sorry! Text 07700 900461 and ask for the owner.
Rufen Sie uns bitte an: 030 901820 44.
Schreiben Sie an info@harborcafe.test.
Appelez-nous au 01 99 00 12 34.
Escríbenos a hola@harborcafe.test, por favor.
Llámanos al 911 234 567.
Scriveteci a ciao@harborcafe.test.
Il nostro numero è 06 555 0123 45.
Ligue para 21 555 0199 22, por favor.
Reach me on WhatsApp: +44 7700 900123.
Mail us: hello (at) harborcafe.test
You can reach us at info [at] harborcafe
Our Instagram is @harbor_cafe, drop us a line there.
DM us @harborcafe with the date.
My direct line is 555-0142-77.
Phone (020) 7946 0991 and ask for Priya.
Call five five five, zero one four two, seven nine.
For bookings: 5550108834
The number is 0.800.555.0134.
Contact: owner@harborcafe.test or at the counter.
Send a photo of the receipt to my mail, maria.l@harborcafe.test`,
  link: `Book your next table at www.harborcafe.com.
See our new menu: https://harborcafe.com/menu
Our hours are on harborcafe.com.
Read more at http://harborcafe.test/news.
Mehr dazu auf harbor-cafe.de.
Notre carte est sur harborcafe.fr
Toda la carta en harborcafe.es/carta
Il menù è su www.harborcafe.it
A ementa está em harborcafe.pt
Find the form at bit.ly/3harbor
Follow us: facebook.com/harborcafe
Fill in our survey: forms.gle/a1b2c3
Everything about the renovation is at harborcafe.co.uk.
You can reserve through opentable.com/harbor
Visit harborcafe.net for the details!
Allergens are listed on menu.harborcafe.app
Leave your wishes on harborcafe.online please
Order ahead on harbor.shop
There is a map on maps.app.goo.gl/xyz
Gift ideas: harborcafe.store`,
  name: `Hi Jonas, thank you for coming in for your filling.
Dear Jonas Weber, thank you for the stars.
Dr. Albrecht is glad that it went well.
Thank you, Mr. Weber.
Nurse Paulsen will be pleased to read this.
We passed it on to Dr Amara Singh.
Our hygienist Lena explains it to everybody.
Thank you, Jonas!
Sorry that you had to wait for Doctor Reyes.
Frau Lindner vom Empfang bedankt sich.
Herr Weber, vielen Dank.
Merci, Jonas, pour votre avis.
Le docteur vous remercie, Jonas.
Gracias, Jonas, por sus palabras.
La señora Ortiz se alegra mucho.
Grazie, Jonas, a presto.
Obrigado, Jonas, pelas palavras.
We have told Marisol what you wrote.
It was our receptionist Petra who answered.
Jonas, we are sorry about the waiting time.
Good to hear that our assistant Ines was gentle.
Dott. Ferri la ringrazia.
Our dentist Akira says thanks.`,
  repeat: `Thank you so much for your kind review, we hope to see you again very soon at our café.
Thank you so much for your kind review! We hope to see you again very soon at our café!
thank you so much for your kind review, we hope to see you again very soon at our café
Jonas, thank you so much for your kind review, we hope to see you again very soon at our café.
Thank you so much for your kind review, we hope to see you again soon at our café.
Thank you so much for your kind review, we do hope to see you again very soon at our café.
Thanks!
Thanks
thanks :)
Danke für Ihren Besuch und die netten Worte, bis bald in unserem Café am Hafen.
Danke für Ihren Besuch und die netten Worte, bis bald in unserem Café am Hafen!
Danke für Ihren Besuch und die netten Worte, Jonas, bis bald in unserem Café am Hafen.
Hi Jonas, we are sorry that the soup was cold and that nobody came back to you about it that evening.
We are sorry that the soup was cold and that nobody came back to you about it that evening.
Hello Jonas, we are sorry that the soup was cold and that nobody came back to you about it that evening.
Gracias por venir a vernos y por dejar una reseña tan bonita, nos vemos pronto.
Gracias por venir a vernos y por dejar una reseña tan bonita, Jonas, nos vemos pronto.
Grazie di cuore per la bella recensione e per la fiducia, a presto da noi.
Grazie di cuore per la bella recensione e per la fiducia, a presto!`,
  obscene: `That is bullsh!t and you know it.
What a load of sh*t.
You were a real a$$hole to our waiter.
F*** off and eat somewhere else.
This is f**king unfair.
Don't be such a b1tch about it.
Your review is sh1t.
Oh sh!t, we are sorry.
We don't give a fuck.
You are full of crap.
So ein Scheiß.
So ein Sche1ss.
Sie sind ein Arschl0ch.
C'est de la m3rde.
Quelle connasse !
Eres un gilip0llas.
Una m1erda de reseña.
Che c@zzo dici?
Sei uno str0nzo.
Que m3rda de avaliação.
V@ffanculo.
Stop the s.h.i.t talk.
You f u c k e r came at closing time.
What a c*nt.
Such bastards, all of them.`,
  capitals: `WE ARE SO SORRY about this.
Thank you, but THIS NEVER HAPPENED here.
PLEASE COME BACK SOON!!
DO NOT LIE about our staff.
We told you THREE TIMES ALREADY.
THANK YOU VERY MUCH
You were NOT OUR CUSTOMER that day.
We are CLOSED ON MONDAYS, as our door says.
This is COMPLETELY FALSE.
WIR SIND SEHR TRAURIG darüber.
VIELEN DANK FÜR ALLES
NOUS SOMMES DÉSOLÉS.
MUCHAS GRACIAS POR VENIR
GRAZIE MILLE A TUTTI
MUITO OBRIGADO PELA VISITA
Come and try our BRAND NEW MENU.
It is a TOTAL LIE.
We are ALWAYS HERE FOR YOU.
OPEN EVERY DAY NOW, see you soon.
Your order was NEVER LATE, you were.`,
  money: `Come back and we will give you a full refund.
Your next coffee is on us.
We would like to offer you a voucher for dinner.
We'll refund the whole bill.
Let us make it right: 20 % off your next visit.
You will get a free dessert next time.
I have sent you a gift card.
We will compensate you for the evening.
Show this reply and you get a discount.
Next time the drinks are on the house for you.
You'll receive a coupon by mail.
We can reimburse you in full.
Wir erstatten Ihnen den Betrag.
Beim nächsten Besuch bekommen Sie einen Gutschein von uns.
Ihr nächstes Getränk geht aufs Haus.
Nous vous offrons un bon d'achat.
Nous allons vous rembourser.
Votre prochain café sera gratuit.
Le devolveremos el dinero con un reembolso completo.
Le ofrecemos un descuento en su próxima visita.
Os invitamos la próxima vez.
Vi offriamo uno sconto per la prossima visita.
La prossima volta il caffè è in omaggio.
Vamos lhe dar um desconto.
Na próxima visita o café é cortesia da casa, vamos oferecer.
I can give you your money back.
Let me treat you to a free dinner.
We owe you half price on your next stay.`,
  clean: `Thank you, Jonas! The chef will be happy that you liked the ravioli.
We are sorry that you waited 40 minutes for a table.
Hi Jonas, thanks for the five stars. See you again soon.
The espresso machine was down from 9:30 to 11:15 that day, and we are sorry.
We have been here since 1998 and still love what we do.
Our kitchen is open 12:00 - 22:30 on weekdays.
Between 2019 and 2024 we grew from 4 tables to 24.
The party of 12 on 24.12.2025 kept the kitchen busy.
You paid $48.50 for two, and the menu shows that price.
Our BBQ plate takes its time, thank you for waiting.
The ATM next door is out of order, we know.
Thank you for the kind review! All the best from Maria and the team.
It was our first Sunday with the new menu, and it showed.
Thank you for coming all the way from New York.
We can't offer refunds through reviews, but please speak to us at the counter.
We never had a discount on Fridays, sorry for the mix-up.
We are sorry that the voucher that you mention was not accepted.
The bread is free for everyone, always has been.
Members get a discount every day.
Feel free to ask for the quiet room.
Everything is gluten free here.
Please come by before noon, the owner is here then.
We would like to hear what happened. Please ask for the manager when you are here next.
The table by the window was taken, and we should have said so.
Thank you for being honest with us.
We're glad that the music was to your taste.
So many of you came for the oysters that we ran out by eight.
The assistant cook left that week, which is no excuse.
The cocktail list has changed since then.
Scunthorpe is a long way to come for a scone, thank you!
We pass your thanks on to the class of cooks who were here that week.
Our Dickens evening is every second Thursday.
Shiitake and shallots make the sauce.
That peppercorn dish is a classic.
Sorry about the parking: the lot behind the house is for guests.
Danke, Jonas! Es freut uns, dass Ihnen die Suppe geschmeckt hat.
Es tut uns leid, dass Sie warten mussten.
Unser Koch freut sich über Ihr Lob für die Knödel.
Am Samstag waren wir bis auf den letzten Platz besetzt.
Vielen Dank für den Besuch. Bis bald!
Wir haben dienstags bis 22 Uhr geöffnet.
Wir können hier leider nichts erstatten.
Merci, Jonas ! À bientôt.
Nous sommes désolés pour l'attente de samedi.
Ravis que la tarte vous ait plu.
La terrasse ouvre dès 11 h au printemps.
Nous ne faisons pas de remise le vendredi.
Gracias, Jonas. Nos alegra que le gustara la paella.
Sentimos mucho la espera del sábado.
El ruido de la obra termina en marzo.
La carta cambia cada mes.
Obrigado, Jonas! Até breve.
Lamentamos a demora de sábado.
A esplanada abre às 10 h.
Grazie, Jonas! Ci fa piacere che la pizza vi sia piaciuta.
Ci dispiace per l'attesa di sabato.
La terrazza apre alle 11.
Non facciamo sconti il venerdì.
OK, thank you for the hint about the door.
The WiFi works again, sorry about that.
The TV was on for the final, we usually keep it off.
We're in the USA Today list and proud of it.
See you in May!
Thanks for the photo of the plum cake.
The Earl Grey comes loose, you are right.
The room upstairs seats 40, so it does get loud.
Order 1415 was mixed up with another one, and we are sorry.
We cut the price of the set lunch to 14 euros in spring.
We're sorry. It isn't what we want an evening here to be like.
You are right about the toilets, and they have been cleaned every hour since.
Thank you for the fair words about our prices.
The salad is now dressed at the table, as you proposed.
Your feedback on the noise helps us.
We hope that you will give us another try.
It's good to know that the staff looked after you.
The soup should have been hot. Thank you for telling us.
Thank you for coming with the whole family, grandma included.
It was a pleasure to have you for the anniversary.
We've read this twice and talked about it in the team.
You found us at our best, thank you!
The corner table is yours whenever it is free.
Half of the menu is vegetarian now.
Our cakes are made by Ines, who blushed when she read this.
Thanks for the tip about the door handle.
We close at 3 p.m. on Sundays.
We're sorry that the card reader failed.
The dog is called Biscuit and says hello.
Please tell us the day and the time, then we can find out what happened.
Thank you for 5 out of 5!
We ran out of No. 7 and No. 12 that evening.
Our rating was 4.2 when you came, and you lifted it.
The mussels are back from 01/10/2026.
Route 66 burgers are a house favourite.
We're 100% with you on the chairs.
The lamb was off the menu for 2 weeks.
Thank you for the review.Es war schön mit Ihnen.
Hello Jonas, good point about the lighting.
That was not our best day. Thank you for the second chance.
Nobody should have to ask twice for water, and we are sorry.
We read every review, this one with a smile.
Our summer hours are 10:00 to 23:00.
The sourdough takes 36 hours, so it was sold out by two.
You came on the day of the power cut, and the team did what it could.
Thank you for the long review and the photos.
The high chairs are back, all 3 of them.
It means a lot that you came back.
Thank you, and enjoy Lisbon!
The rain kept the terrace closed in June, sadly.`,
  clean_practice: `Thank you for the kind words. Everyone here is glad to read them.
We are sorry about the waiting time.
Thank you for your trust.
Please speak to us at the desk, we would like to hear more.
Vielen Dank für die freundliche Bewertung.
Wir bedauern die Wartezeit.
Merci pour votre avis.
Gracias por su confianza.
Grazie per la fiducia.
Obrigado pela confiança.
Our opening hours changed in March.
We are closed on Mondays.
Thank you, this means a lot to all of us.
We have passed your thanks on.
The lift works again since Friday.
English and Spanish are spoken here.
Thank you for the stars!
All the best from all of us.`,
}

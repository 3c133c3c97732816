import { TextPage, TextSection } from '#app/components/public/public-page.tsx'
import { SupportLink, useSupportEmail } from '#app/components/text-link.tsx'
import { pageTitle, type RouteHandle } from '#app/lib/page-meta.ts'
import { UNDO_DAYS } from '#worker/rules/account-deletion.ts'
import { ASK_AGAIN_DAYS } from '#worker/rules/asking.ts'

export const handle: RouteHandle = { scripts: false }

export const meta = () => pageTitle('Privacy', 'What is stored, what for, and what is not.')

export default function Privacy() {
  const email = useSupportEmail()
  return (
    <TextPage
      title="Privacy"
      intro="What is stored, what for, and what is not. In plain English, not legalese."
    >
      <TextSection title="What we store about you">
        Your name, your e-mail address, and your password in a form that can’t be turned back into it. For
        each session: when it began, when it was last used, the browser’s name and a shortened network
        address, so that you can tell your own sessions from a stranger’s.
      </TextSection>
      <TextSection title="What we store about your business">
        What you enter about it, the reviews that come from the pages, accounts and files you name, and the
        replies you write. When a review changes, we keep its earlier text so that you can see what changed.
      </TextSection>
      <TextSection title="Accounts you connect">
        To connect Google or Facebook, you sign in there and say what we may do. We keep the permission they
        give us encrypted, use it for the businesses you choose and for nothing else, and drop it when you
        disconnect. We never see your password there.
      </TextSection>
      <TextSection title="Alerts you set up">
        When you want to be told, and your time zone. For a browser that shows push messages, the address its
        maker gave it. For somebody you name who has no account, their e-mail address: nothing is sent until
        they confirm it, and one click in any e-mail ends it. The address of somebody you invite to your team
        is kept until they join, you withdraw the invitation, or a month after its link ended. A reply you
        haven’t sent stays in your browser. So do copies of the lists you viewed last, for when you have no
        connection. They are deleted when you log out, and are not shown once your session has ended. Your
        e-mail address stays in this browser until you log out, so that the sign-in page can fill it in.
      </TextSection>
      <TextSection title="If a business asks you for a review">
        A business can have us e-mail you if you agreed to be asked. We keep your name and e-mail address for{' '}
        {ASK_AGAIN_DAYS} days; the business’s log then keeps only when and how somebody was asked, for two
        years. So that nobody e-mails you again within {ASK_AGAIN_DAYS} days, we keep a code made from your
        address that can’t be turned back into it. If you press ‘Never ask me again’ in an e-mail, we delete
        your name and address at once. Then we keep only that code, for good, so that no business can e-mail
        you through us again.
      </TextSection>
      <TextSection title="Language model">
        Off unless the owner of an organization switches it on. Then the text of a review is sent to a model
        that Cloudflare runs, with the draft of its reply, whenever somebody asks for a draft. Names and
        contacts are taken out before, as far as they can be recognized. Reviews of health care are never
        sent, nor those of a business whose industry is not stated.
      </TextSection>
      <TextSection title="How long we keep it">
        Reviews and replies, until you delete the business. Your account’s activity, a year. E-mails we sent
        you, 30 days. A record of each collection, 90 days, or longer for the last few.
      </TextSection>
      <TextSection title="Cookies">
        One cookie keeps you signed in, for a day at most. If you choose to stay signed in on a device,
        another one opens your session there again, for 30 days at most; it changes with each use, and ends
        when you log out. One marks a browser you have signed in with, for half a year, so that a stranger who
        guesses at your password does not lock you out. Others last for minutes, while you sign in. When you
        log out, one makes sure that your session ends, even if you are offline at that moment. The rest
        remember your preferences: light or dark, how dates are written, your time zone, whether the sidebar
        is open. Nobody else reads them, and this page sets none at all.
      </TextSection>
      <TextSection title="What we don’t do">
        No tracking, no advertising, no third-party analytics, and no script on this page. What you store is
        not sold and not shown to other customers.
      </TextSection>
      <TextSection title="Your data is yours">
        <p>
          Deleting a business deletes its reviews and replies. Under Data Management you can download a copy
          of everything and delete your account: you have {UNDO_DAYS} days to change your mind, then it is
          erased along with everything that is yours alone. Invoices stay with the payment service for as long
          as the law requires.
          {email && (
            <>
              {' '}
              Questions? Write to <SupportLink email={email} />.
            </>
          )}
        </p>
      </TextSection>
    </TextPage>
  )
}

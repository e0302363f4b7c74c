import { honeypotField } from '#shared/api/contact.ts';
import { AutoDirectionTextarea } from '../../components/auto-direction-textarea.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { TextField } from '../../components/text-field.tsx';
import classes from './contact-form.module.css';
import { useContactForm } from './use-contact-form.ts';

/** Name, address and message. What they must be, beside the shape of the address, says whoever takes them. */
export function ContactForm() {
  const { submit, isPending } = useContactForm();
  return (
    // While it is sent nothing can be changed: it would be lost when the form is emptied.
    <form className={classes.form} onSubmit={submit} aria-label="Contact">
      <TextField
        label="Name"
        placeholder="Your Name"
        name="from_name"
        autoComplete="name"
        readOnly={isPending}
      />
      <TextField
        label="E-mail"
        placeholder="Your Email"
        type="email"
        name="guest_email"
        autoComplete="email"
        readOnly={isPending}
      />
      <AutoDirectionTextarea
        label="Message"
        placeholder="Your Message"
        name="message"
        minRows={6}
        maxRows={16}
        readOnly={isPending}
      />
      <Trap />
      <SubmitButton isPending={isPending}>Send Message</SubmitButton>
    </form>
  );
}

/** Nobody sees it, comes to it by keyboard or hears of it; robots that fill in everything fill it in. */
function Trap() {
  return (
    <div className={classes.trap} aria-hidden="true">
      <label>
        Leave this empty
        <input name={honeypotField} autoComplete="off" tabIndex={-1} />
      </label>
    </div>
  );
}

import { Link } from 'react-router';
import { FormPage } from '../../components/form-page.tsx';
import { usePublicConfig } from '../public-config/use-public-config.ts';
import { ContactForm } from './contact-form.tsx';
import classes from './contact-page.module.css';

/** How to write to whoever runs this server. */
export function ContactPage() {
  return (
    <FormPage
      title="Contact"
      scene={{ title: 'A word from the stalls', hint: 'Even a silent film wants to hear its audience.' }}
      isWide
    >
      <p className={classes.intro}>
        Write to whoever runs this server. The answer comes to the address that you leave. You can also ask
        for the source code of this server. <DeliveryNote />{' '}
        <Link to="/privacy">What happens with your message</Link>
      </p>
      <ContactForm />
    </FormPage>
  );
}

/** Where the message goes when it does not come to this server. */
function DeliveryNote() {
  const { data: config } = usePublicConfig();
  const origin = config?.contactForm.origin;
  return origin === undefined ? null : <>Your message is sent through {new URL(origin).host}.</>;
}

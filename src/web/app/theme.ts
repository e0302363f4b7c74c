import { Button, createTheme, NativeSelect, Textarea, TextInput } from '@mantine/core';
import button from '../components/button.module.css';
import field from '../components/field.module.css';

/** Mantine gives behaviour and structure; the looks are ours, in components/*.module.css and app/global.css. */
export const theme = createTheme({
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { classNames: { root: button.root, label: button.label } } }),
    Textarea: Textarea.extend({ defaultProps: { classNames: field } }),
    TextInput: TextInput.extend({ defaultProps: { classNames: field } }),
    NativeSelect: NativeSelect.extend({ defaultProps: { classNames: field } }),
  },
});

// forms from assets/forms.yaml
